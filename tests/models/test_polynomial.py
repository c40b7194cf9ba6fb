"""The degree of a polynomial, from the number of its coefficients."""

import numpy as np
import pytest

from enraya.errors import InvalidSetting
from enraya.kernels.models.polynomial import MOST_DEGREE
from enraya.models import Header, ModelFile
from enraya.models.polynomial import degree_of, terms


def polynomial(count: int) -> ModelFile:
    return ModelFile(Header("poly"), {"coefficients": np.zeros(count)})


@pytest.mark.parametrize("degree", range(1, MOST_DEGREE + 1))
def test_every_degree_has_a_number_of_terms_of_its_own(degree: int) -> None:
    count = len(terms(degree))
    assert degree_of(polynomial(count)) == degree
    with pytest.raises(InvalidSetting, match=f"of {count + 1} terms has no known degree"):
        degree_of(polynomial(count + 1))
