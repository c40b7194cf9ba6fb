"""Learn an evaluation from exact scores, look at it, and let it play.

Run it with: python examples/05_learn_an_evaluation.py

The same from the command line, with more positions:
    enraya dataset --positions 2000 --seed 1 --out data.parquet
    enraya train "boosting(trees=100, leaves=31)" --data data.parquet --out mine.npz
    enraya evaluate mine.npz --data data.parquet
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from enraya import Position
from enraya.agents import Limit, parse_agent
from enraya.learn.data.dataset import make_dataset
from enraya.learn.data.labelling import label_positions
from enraya.learn.data.samplers import Sampling
from enraya.learn.training.train import Task, train
from enraya.models import save_model


def main() -> None:
    """Labels a few hundred late positions, trains two models and plays a move with one."""
    sampling = Sampling("random-games", stones=(16, 34))
    labels = label_positions(sampling, 400, seed=1, engine="serial")
    data = make_dataset(labels.positions, sampling.as_json())
    print(f"{len(data)} moves with their exact scores")
    for model in ("poly(degree=2)", "boosting(trees=50, leaves=15)"):
        trained = train(Task(model, seed=1), data)
        test = trained.header.metrics["test"]
        print(f"{model}: R² {test['r2']:.2f}, sign {100 * test['sign']:.0f} % on unseen positions")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "mine.npz"
        save_model(file, trained.header, trained.arrays)
        agent = parse_agent(f"learned({file}, depth=3)")
        choice = agent.choose(Position.parse("4444432235"), Limit())
        print(f"after 4444432235 it plays {choice.move}")


if __name__ == "__main__":
    main()
