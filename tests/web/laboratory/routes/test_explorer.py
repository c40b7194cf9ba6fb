"""Set-up positions and continuations over the network."""

import httpx


def test_a_set_up_position_gets_its_moves_or_an_explanation(client: httpx.Client) -> None:
    answer = client.get("/api/setup", params={"stacks": ",,2,12,1,,"}).json()
    assert answer["problem"] is None
    state = client.get("/api/position", params={"moves": answer["moves"]}).json()
    assert state["rows_from_bottom"][:2] == ["..211..", "...2..."]
    wanted = {"stacks": "12121212" + 7 * ",", "rules": "classic(columns=8, rows=8)"}
    assert client.get("/api/setup", params=wanted).json()["moves"] == "1" * 8
    found = client.get("/api/setup", params={"stacks": "2,,,,,,"}).json()
    assert found["moves"] is None
    assert found["problem"]["key"] == "problem.setup_counts"
    assert found["problem"]["values"]["second"] == 1


def test_an_empty_store_has_no_continuations(client: httpx.Client) -> None:
    assert client.get("/api/continuations", params={"moves": "4"}).json() == []
