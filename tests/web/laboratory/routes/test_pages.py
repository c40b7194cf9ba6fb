"""The manual under /docs: served if it was built, with its own policy."""

from pathlib import Path

from enraya.web.laboratory.routes.app import create_app
from enraya.web.laboratory.routes.pages import MANUAL_POLICY
from enraya.web.server.settings import ServerSettings
from tests.web.running import laboratory_client


def test_the_built_manual_is_served_with_its_own_policy(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<p>welcome")
    with laboratory_client(tmp_path / "store", manual=site) as client:
        assert client.get("/docs", follow_redirects=True).text == "<p>welcome"
        assert client.get("/docs/").headers["content-security-policy"] == MANUAL_POLICY
        assert client.get("/docs/absent.html").status_code == 404
        assert client.get("/docs/../store/enraya.sqlite").status_code == 404
        assert client.get("/docs/%2e%2e/store/").status_code == 404
        assert "unsafe" not in client.get("/help").headers["content-security-policy"]
        assert client.get("/api/information").json()["manual"] is True


def test_a_manual_that_was_not_built_is_not_served(tmp_path: Path) -> None:
    app = create_app(settings=ServerSettings(store=tmp_path, manual=None))
    assert "/docs" not in {getattr(route, "path", "") for route in app.routes}
