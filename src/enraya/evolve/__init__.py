"""Evolution of better agents: of gene agents, and of the weights of heuristics."""

from enraya.evolve.genes import Generation, GeneRun, evolve_genes
from enraya.evolve.genetics import GeneSettings
from enraya.evolve.runfile import load_run, save_run
from enraya.evolve.weights import TuningRun, TuningSettings, tune_weights

__all__ = [
    "GeneRun",
    "GeneSettings",
    "Generation",
    "TuningRun",
    "TuningSettings",
    "evolve_genes",
    "load_run",
    "save_run",
    "tune_weights",
]
