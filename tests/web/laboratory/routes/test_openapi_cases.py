"""The OpenAPI document against the answers to generated requests."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from enraya.web.laboratory.routes.app import create_app
from tests.web.running import running_laboratory

pytestmark = pytest.mark.slow
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
LONG = r"events|reply|/api/analysis|/api/review|/solve|/api/agents"
"""Routes that think, or never end; they have their own tests and fewer examples here."""


@pytest.fixture(scope="module")
def busy_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A separate laboratory, since these requests leave many runs waiting."""
    with running_laboratory(tmp_path_factory.mktemp("busy")) as found:
        yield found


schema = schemathesis.openapi.from_dict(create_app().openapi())


def check(case: "schemathesis.Case[Any]", address: str) -> None:
    """Asks, and compares the answer with the document; "busy" is documented too."""
    case.call_and_validate(base_url=address, checks=CHECKS, timeout=60)


def few(examples: int) -> settings:
    """The settings of a test with some examples, the same each time."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


@schema.exclude(path_regex=LONG).parametrize()
@few(8)
def test_quick_routes_answer_as_documented(
    case: "schemathesis.Case[Any]", busy_address: str
) -> None:
    check(case, busy_address)


@schema.include(path_regex=LONG).exclude(path_regex="events").parametrize()
@few(3)
def test_thinking_routes_answer_as_documented(
    case: "schemathesis.Case[Any]", busy_address: str
) -> None:
    if "seconds" in (case.query or {}):
        case.query["seconds"] = 0.1
    check(case, busy_address)
