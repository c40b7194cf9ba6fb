"""The operator's rights: a browser gets them by the link of `enraya serve --operator`."""

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
    """Whether this browser is the operator's."""

    is_operator: bool = Field(description="Whether this browser has the operator's rights.")


@router.get("", responses=problems())
async def look(visitor: VisitorOf) -> OperatorState:
    """Whether this browser has the operator's rights."""
    return OperatorState(is_operator=visitor.is_operator)


@router.post("", responses=problems())
@in_store
def accept(
    laboratory: LaboratoryOf, visitor: KnownVisitorOf, wanted: OperatorSecret
) -> OperatorState:
    """Give this browser the operator's rights."""
    laboratory.sessions.make_operator(visitor, wanted.secret)
    return OperatorState(is_operator=True)


@router.delete("", responses=problems())
@in_store
def leave(laboratory: LaboratoryOf, visitor: VisitorOf) -> OperatorState:
    """Give up the operator's rights in this browser."""
    laboratory.sessions.leave_operator(visitor)
    return OperatorState(is_operator=laboratory.settings.is_personal)
