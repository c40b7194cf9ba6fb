"""The operator: a browser becomes theirs by the link that `enraya serve --operator` prints."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field, StringConstraints

from enraya.web.laboratory.laboratory import KnownVisitorOf, LaboratoryOf, VisitorOf
from enraya.web.server.application import in_store
from enraya.web.server.problems import problems

router = APIRouter(prefix="/api/operator", tags=["operator"])


class OperatorSecret(BaseModel):
    """The secret of the operator's link."""

    secret: Annotated[str, StringConstraints(max_length=100)]


class OperatorState(BaseModel):
    """Who this browser is."""

    is_operator: bool = Field(description="Whether it has the rights of the operator.")


@router.get("", responses=problems())
async def look(visitor: VisitorOf) -> OperatorState:
    """Whether this browser is the operator's."""
    return OperatorState(is_operator=visitor.is_operator)


@router.post("", responses=problems())
@in_store
def accept(
    laboratory: LaboratoryOf, visitor: KnownVisitorOf, wanted: OperatorSecret
) -> OperatorState:
    """Make this browser the operator's."""
    laboratory.sessions.make_operator(visitor, wanted.secret)
    return OperatorState(is_operator=True)


@router.delete("", responses=problems())
@in_store
def leave(laboratory: LaboratoryOf, visitor: VisitorOf) -> OperatorState:
    """Give the rights of the operator up, in this browser."""
    laboratory.sessions.leave_operator(visitor)
    return OperatorState(is_operator=laboratory.settings.is_personal)
