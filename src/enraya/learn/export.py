"""Export of a fitted polynomial or logistic regression as source code.

The folder ``templates`` has, for each language, a complete program (a board, the features, a
player) and a function for each kind of model that turns features into a value; `Grammar` says how
the language writes numbers and terms.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import resources
from string import Template

from enraya.errors import InvalidSetting, UnknownName
from enraya.models.features import PAPER_NAMES
from enraya.models.modelfile import ModelFile
from enraya.models.on_features import network_numbers
from enraya.models.polynomial import degree_of, term_name, terms

_OUTCOMES = ("loss", "draw", "win")


@dataclass(frozen=True, slots=True)
class Grammar:
    """How one language writes numbers, terms and comments."""

    suffix: str
    """The suffix of the language's templates and source files."""
    comment: str
    """What begins a comment line."""
    truth: tuple[str, str]
    """How false and true are written."""
    term: str
    """A line that adds ``{product}`` to the variable ``{to}``; ``{name}`` is for its comment."""
    factor: str = "x[{}]"
    """How the feature at an index is written."""
    times: str = " * "
    """What separates the factors of a product."""
    number: Callable[[float], str] = repr


def _lisp_number(value: float) -> str:
    """A number as Lisp reads it in double precision.

    >>> _lisp_number(0.5), _lisp_number(1e-07)
    ('0.5d0', '1d-07')
    """
    text = repr(value)
    return text.replace("e", "d") if "e" in text else text + "d0"


LANGUAGES = {
    "lisp": Grammar(
        "lisp", ";;", ("nil", "t"), "    (incf {to} (* {product})) ; {name}",
        factor="(aref x {})", times=" ", number=_lisp_number,
    ),
    "python": Grammar("py", "#", ("False", "True"), "    {to} += {product}  # {name}"),
    "c": Grammar("c", "//", ("0", "1"), "    {to} += {product}; // {name}"),
    "java": Grammar("java", "//", ("false", "true"), "        {to} += {product}; // {name}"),
}  # fmt: skip
"""Every language that a model can be exported to, by name."""


def source_code(name: str, model: ModelFile, language: str) -> str:
    """The source of a program that computes the same values as a model, features included.

    Args:
        name: the name of the model, for the heading.
        model: a polynomial or a logistic regression, on the paper's features.
        language: a name from `LANGUAGES`.

    Raises:
        UnknownName: when there is no such language.
        InvalidSetting: when the model is of another kind or on other features.
    """
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    kind = model.header.kind
    if kind not in _NUMBERS or model.header.features != PAPER_NAMES:
        raise InvalidSetting(
            f"{name!r} cannot be exported; train poly(degree=2) or logistic(features=paper)"
        )
    grammar = LANGUAGES[language]
    numbers, added = _NUMBERS[kind](model)
    value = _template(kind, grammar).substitute(
        {what: grammar.number(number) for what, number in numbers.items()},
        terms="\n".join(_term(grammar, *term) for term in added),
    )
    published = bool(model.header.parameters.get("published", False))
    return _template("model", grammar).substitute(
        header=_header(name, model, grammar),
        value=value.removesuffix("\n"),
        published=grammar.truth[published],
    )


def _template(name: str, grammar: Grammar) -> Template:
    file = resources.files("enraya.learn") / "templates" / f"{name}.{grammar.suffix}.txt"
    return Template(file.read_text())


_Terms = list[tuple[str, float, tuple[int, ...]]]
"""Terms to add: the variable, a coefficient, and the indexes of the features it multiplies."""


def _polynomial(model: ModelFile) -> tuple[dict[str, float], _Terms]:
    constant, *coefficients = map(float, model.arrays["coefficients"])
    products = terms(degree_of(model))[1:]
    added = [("total", *term) for term in zip(coefficients, products, strict=True)]
    return {"intercept": float(model.arrays["intercept"]) + constant}, added


def _logistic(model: ModelFile) -> tuple[dict[str, float], _Terms]:
    network_numbers(model)  # raises if the layers do not fit together
    weights, biases = model.arrays["weights0"], model.arrays["biases0"]
    if "weights1" in model.arrays or len(biases) != len(_OUTCOMES):
        raise InvalidSetting("the model is not a logistic regression of three outcomes")
    added: _Terms = [
        (outcome, float(weight), (place,))
        for outcome, row in zip(_OUTCOMES, weights, strict=True)
        for place, weight in enumerate(row)
    ]
    starts = dict(zip(_OUTCOMES, map(float, biases), strict=True))
    return {"scale": float(model.arrays["scale"]), **starts}, added


_NUMBERS = {"poly": _polynomial, "logistic": _logistic}
"""For each kind of model that can be exported, a function that gives the numbers of its template
and its terms."""


def _term(grammar: Grammar, to: str, coefficient: float, places: tuple[int, ...]) -> str:
    factors = [grammar.number(coefficient), *(grammar.factor.format(place) for place in places)]
    product = grammar.times.join(factors)
    return grammar.term.format(to=to, product=product, name=term_name(places))


def _header(name: str, model: ModelFile, grammar: Grammar) -> str:
    header = model.header
    test = header.metrics.get("test", {})
    lines = [f"Connect Four: the value of a position by the model {_plain(name)}, {header.kind}."]
    if header.command:
        lines.append(f"Trained by: {_plain(header.command)}")
    if "r2" in test:
        measured = f"R2 {test['r2']:.4f}, MSE {test['mse']:.2f}, My test {test['my_test']:.2%}"
        lines.append(f"On {test['rows']} rows it had not seen: {measured}")
    lines += [
        "",
        "Values are scores for the ally, the player who just moved: positive when they win, the",
        "larger the sooner. A board has 7 columns from the left of 6 cells from the bottom:",
        "0 is empty, 1 a stone of the first player, 2 of the second. The features in their order:",
        "",
        *_explained(),
    ]
    return "\n".join(f"{grammar.comment} {line}".rstrip() for line in lines) + "\n"


def _explained() -> Iterable[str]:
    runs = "runs of {} of the {} that end at {}"
    meanings = ["stones on the board", "mean distance of two stones of the ally"]
    meanings += ["the same of the opponent"]
    meanings += [
        runs.format(length, owner, end)
        for length in ("two", "three")
        for owner in ("ally", "opponent")
        for end in ("the edge or a stone", "an empty cell")
    ]
    for place, (feature, meaning) in enumerate(zip(PAPER_NAMES, meanings, strict=True)):
        yield f"  x[{place}]".ljust(9) + f"{feature:<16}{meaning}"


def _plain(text: str) -> str:
    """The text on one line, with no backslash or line break that could affect a comment."""
    return " ".join(text.replace("\\", "/").split())
