"""Evolve agents of four genes, then see how the winner does.

Run it with: python examples/06_evolve.py

From the command line: enraya evolve genes --population 40 --generations 10
"""

from enraya.evolve import Generation, GeneSettings, evolve_genes
from enraya.evolve.winners import against


def tell(number: int, generation: Generation) -> None:
    """Prints how a generation did."""
    print(f"generation {number}: {generation.summary()}")


def main() -> None:
    """Evolves forty agents and plays the winner against those it started from."""
    settings = GeneSettings(population=40, generations=10, seed=1)
    run = evolve_genes(settings, on_generation=tell)
    score = against(run.winner, run.generations[0], seed=1)
    print(f"{run.agent} scores {score.share:.2f} against the first generation")


if __name__ == "__main__":
    main()
