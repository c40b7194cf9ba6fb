"""How each language writes what an exported model is made of.

The rest of an exported file, from the board to the features and a player, is in ``templates``.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Grammar:
    """The grammar of one language."""

    suffix: str
    """The suffix of its template, and of files in it."""
    comment: str
    """What begins a line of the heading."""
    number: Callable[[float], str]
    truth: tuple[str, str]
    """No and yes."""
    term: str
    """Adds ``{product}`` to the variable ``{to}``; ``{name}`` says what it is made of."""
    factor: str
    """The feature at a place."""
    times: str
    """What stands between the factors of a product."""
    polynomial: str
    """The value of features, from ``{intercept}`` and the ``{terms}`` added to ``total``."""
    logistic: str
    """The same from ``{loss}``, ``{draw}``, ``{win}``, ``{terms}`` added to these, ``{scale}``."""


def _lisp_number(value: float) -> str:
    """A number that Lisp reads with all its digits.

    >>> _lisp_number(0.5), _lisp_number(1e-07)
    ('0.5d0', '1d-07')
    """
    text = repr(value)
    return text.replace("e", "d") if "e" in text else text + "d0"


_PYTHON = Grammar(
    "py", "#", repr, ("False", "True"),
    "    {to} += {product}  # {name}", "x[{}]", " * ",
    '''def value_of_features(x):
    """The score that the model predicts from the eleven features."""
    total = {intercept}
{terms}
    return total''',
    '''def value_of_features(x):
    """The score that the model predicts from the eleven features."""
    loss, draw, win = {loss}, {draw}, {win}
{terms}
    most = max(loss, draw, win)
    loss, draw, win = exp(loss - most), exp(draw - most), exp(win - most)
    return {scale} * (win - loss) / (loss + draw + win)''',
)  # fmt: skip
_C = Grammar(
    "c", "//", repr, ("0", "1"),
    "    {to} += {product}; // {name}", "x[{}]", " * ",
    '''// The score that the model predicts from the eleven features.
double value_of_features(const double x[FEATURES]) {{
    double total = {intercept};
{terms}
    return total;
}}''',
    '''// The score that the model predicts from the eleven features.
double value_of_features(const double x[FEATURES]) {{
    double loss = {loss}, draw = {draw}, win = {win};
{terms}
    double most = fmax(loss, fmax(draw, win));
    loss = exp(loss - most), draw = exp(draw - most), win = exp(win - most);
    return {scale} * (win - loss) / (loss + draw + win);
}}''',
)  # fmt: skip
_JAVA = Grammar(
    "java", "//", repr, ("false", "true"),
    "        {to} += {product}; // {name}", "x[{}]", " * ",
    '''    /** The score that the model predicts from the eleven features. */
    static double valueOfFeatures(double[] x) {{
        double total = {intercept};
{terms}
        return total;
    }}''',
    '''    /** The score that the model predicts from the eleven features. */
    static double valueOfFeatures(double[] x) {{
        double loss = {loss}, draw = {draw}, win = {win};
{terms}
        double most = Math.max(loss, Math.max(draw, win));
        loss = Math.exp(loss - most);
        draw = Math.exp(draw - most);
        win = Math.exp(win - most);
        return {scale} * (win - loss) / (loss + draw + win);
    }}''',
)  # fmt: skip
_LISP = Grammar(
    "lisp", ";;", _lisp_number, ("nil", "t"),
    "    (incf {to} (* {product})) ; {name}", "(aref x {})", " ",
    '''(defun value-of-features (x)
  "The score that the model predicts from the eleven features."
  (let ((total {intercept}))
{terms}
    total))''',
    '''(defun value-of-features (x)
  "The score that the model predicts from the eleven features."
  (let ((loss {loss}) (draw {draw}) (win {win}))
{terms}
    (let ((most (max loss draw win)))
      (setf loss (exp (- loss most)) draw (exp (- draw most)) win (exp (- win most)))
      (/ (* {scale} (- win loss)) (+ loss draw win)))))''',
)  # fmt: skip
LANGUAGES = {"lisp": _LISP, "python": _PYTHON, "c": _C, "java": _JAVA}
"""Every language that a model can be written in, by the name one asks for it."""
