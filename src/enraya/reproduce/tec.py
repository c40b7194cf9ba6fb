"""The genetic agents of the Instituto Tecnológico: four genes, evolved by a round robin."""

from enraya.reproduce.claim import Claim

REPORT = "tec"
CLAIMS: tuple[Claim, ...] = ()
