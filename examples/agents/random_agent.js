// A complete agent in JavaScript: a random legal column of the classic game, on any board.
//
//     enraya match file:random_agent.js random
'use strict';

const COLUMNS = Number(process.env.ENRAYA_COLUMNS ?? 7);
const ROWS = Number(process.env.ENRAYA_ROWS ?? 6);
const NAMES = '123456789abcdefg'; // how the columns are written

// Math.random has no seed: these are random numbers that can be repeated (xorshift, 32 bits).
let state = Number(BigInt(process.env.ENRAYA_SEED ?? 0) % 0xffffffffn) + 1;
function random() {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32; // from 0 up to, but not including, 1
}
for (let i = 0; i < 10; i++) random(); // the first ones after a small seed are alike

// Your move, a column from 0; board[column] are its stones, 1 and 2, from the bottom up.
// Here your thinking goes.
function choose(board, player) {
  const legal = [...board.keys()].filter((column) => board[column].length < ROWS);
  return legal[Math.floor(random() * legal.length)];
}

// One line for each of your turns: all moves so far, such as 4453.
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const board = Array.from({ length: COLUMNS }, () => []);
  let player = 1;
  for (const move of line.trim()) {
    board[NAMES.indexOf(move)].push(player);
    player = 3 - player;
  }
  console.log(NAMES[choose(board, player)]); // only the column; all else to console.error
});
