// Replays the games of the page on a board.
"use strict";
(() => {
  const source = document.getElementById("games");
  if (!source) return;
  const CELL = 48, RADIUS = 20, MOST_LISTED = 500, COLUMN_NAMES = "123456789abcdefg";
  const { columns, rows, agents, endings, words, games, frames, texts } = JSON.parse(source.textContent ?? "");
  /** An element that the page has, of any kind. @type {(id: string) => any} */
  const $ = (id) => document.getElementById(id);

  const all = String(games).split("\n").map((line, place) => {
    const [number, first, second, winner, ending, given, moves] = line.split(",");
    const places = { first: +first, second: +second, ending: +ending, given: +given };
    return { place, number, winner, moves, ...places };
  });
  const BY_THE_RULES = ["line", "full", "blocked", "unfinished"];
  /** @typedef {(typeof all)[number]} Game */
  /** @param {Game} one */
  const failed = (one) => !BY_THE_RULES.includes(endings[one.ending][0]);
  let game = all[0], ply = 0;

  // The board after `ply` moves, from the bottom left, row by row: stones 1 and 2, bombs 4 and 5.
  const cells = () => {
    if (frames.length) return frames[game.place][ply];
    const heights = Array(columns).fill(0), found = Array(columns * rows).fill(".");
    for (let i = 0; i < ply; i++) {
      const column = COLUMN_NAMES.indexOf(game.moves[i]);
      found[heights[column]++ * columns + column] = i % 2 ? "2" : "1";
    }
    return found.join("");
  };

  /** @type {(x: number, y: number, symbol: string) => string} */
  const disc = (x, y, symbol) => {
    if (symbol === ".") return `<circle class="hole" cx="${x}" cy="${y}" r="${RADIUS}"/>`;
    const first = symbol === "1" || symbol === "4";
    const shape = first
      ? `<path class="mark" d="M${x - 7} ${y - 7}l14 14m0 -14l-14 14"/>`
      : `<circle class="mark" cx="${x}" cy="${y}" r="9"/>`;
    const bomb = "45".includes(symbol)
      ? `<circle class="bomb" cx="${x}" cy="${y}" r="15"/>` : "";
    const colour = first ? "first" : "second";
    return `<circle class="${colour}" cx="${x}" cy="${y}" r="${RADIUS}"/>${bomb}${shape}`;
  };

  const drawBoard = () => {
    const board = cells(), width = columns * CELL, height = rows * CELL;
    /** @param {number} column */
    const x = (column) => column * CELL + CELL / 2;
    /** @param {number} row */
    const y = (row) => (rows - row) * CELL - CELL / 2;
    let svg = `<rect class="frame" width="${width}" height="${height}" rx="8"/>`;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        svg += disc(x(column), y(row), board[row * columns + column]);
      }
    }
    const last = ply ? COLUMN_NAMES.indexOf(game.moves[ply - 1]) : -1;
    if (last >= 0) {
      let top = 0;
      while (top + 1 < rows && board[(top + 1) * columns + last] !== ".") top++;
      svg += `<circle class="last" cx="${x(last)}" cy="${y(top)}" r="${RADIUS + 1}"/>`;
    }
    for (let column = 0; column < columns; column++) {
      svg += `<text x="${x(column)}" y="${height + 32}">${COLUMN_NAMES[column]}</text>`;
    }
    $("board").innerHTML =
      `<svg viewBox="0 0 ${width} ${height + CELL}" role="img" aria-label="${$("status").textContent
        .replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">${svg}</svg>`;
  };

  /**
   * A text of the page, with each {name} replaced by its value.
   * @param {string} key
   * @param {Record<string, string | number>} values
   */
  const t = (key, values = {}) =>
    String(texts[key]).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  /** @type {Record<string, string>} */
  const RESULTS = { 0: t("draw"), 1: t("first_won"), 2: t("second_won") };
  /** @param {Game} one */
  const result = (one) => RESULTS[one.winner] ?? t("unfinished");
  /** @param {Game} one */
  const title = (one) => `${one.number}: ${agents[one.first]} – ${agents[one.second]}, ${result(one)}`;

  const show = () => {
    const step = { ply, plies: game.moves.length, move: game.moves[ply - 1] };
    const played = ply ? t("move", step) : t("before");
    const opening = ply && ply <= game.given ? ` (${t("opening")})` : "";
    const end = ply === game.moves.length ? `; ${result(game)}, ${words[game.ending]}` : "";
    $("status").textContent = `${t("game")} ${title(game)} – ${played}${opening}${end}`;
    $("ply").max = game.moves.length;
    $("ply").value = ply;
    $("start").disabled = $("back").disabled = ply === 0;
    $("on").disabled = $("end").disabled = ply === game.moves.length;
    drawBoard();
  };
  /** @param {number} to */
  const go = (to) => { ply = Math.max(0, Math.min(game.moves.length, to)); show(); };

  const list = () => {
    const first = $("first").value, second = $("second").value, wanted = $("result").value;
    const found = all.filter((one) =>
      (first === "" || one.first === +first) && (second === "" || one.second === +second) &&
      (wanted === "" || (wanted === "fault" ? failed(one) : one.winner === wanted)));
    const listed = found.slice(0, MOST_LISTED);
    $("list").replaceChildren(...listed.map((one) => new Option(title(one), String(one.place))));
    $("found").textContent = found.length > listed.length
      ? t("listed", { games: found.length, most: MOST_LISTED }) : t("found", { games: found.length });
    if (!listed.length) return;
    $("list").value = listed[0].place;
    game = listed[0];
    go(game.given);
  };

  for (const id of ["first", "second", "result"]) $(id).addEventListener("change", list);
  $("list").addEventListener("change", () => { game = all[+$("list").value]; go(game.given); });
  $("start").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(ply - 1));
  $("on").addEventListener("click", () => go(ply + 1));
  $("end").addEventListener("click", () => go(game.moves.length));
  $("ply").addEventListener("input", () => go(+$("ply").value));
  list();
})();
