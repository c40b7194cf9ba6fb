"""Finding better agents: evolution of genes, and of the weights of heuristics."""

from enraya.evolve.generation import Generation, GeneRun
from enraya.evolve.genes import evolve_genes
from enraya.evolve.genetics import GeneSettings
from enraya.evolve.runfile import load_run, save_run
from enraya.evolve.tuned import TuningRun, TuningSettings
from enraya.evolve.weights import tune_weights

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
