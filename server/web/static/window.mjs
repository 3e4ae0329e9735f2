// How large the letters and the terminal are, which is known before the terminal itself is loaded:
// so the server is asked at once.

import { Connection, page } from "./connection.mjs";

export const FAMILY = '"Arcade", "DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, monospace';
const LETTERS = 16; // pixels
const SMALLEST = 9;
const WATCH_SIZES = [[100, 30], [80, 24], [60, 30], [44, 40]];
const COLUMNS = 50; // of a phone: every game is whole
const LARGE_COLUMNS = 44;

export const phone = matchMedia("(pointer: coarse)").matches;
const frame = document.getElementById("frame");
const canvas = document.createElement("canvas").getContext("2d");

// A cell as xterm.js measures it.
function cell(letters) {
  canvas.font = `${letters}px ${FAMILY}`;
  const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = canvas.measureText("W");
  const pixels = (fontBoundingBoxAscent + fontBoundingBoxDescent) * devicePixelRatio;
  return [width, Math.ceil(pixels) / devicePixelRatio];
}

function cells(letters) {
  const [width, height] = cell(letters);
  return [Math.floor(frame.clientWidth / width), Math.floor(frame.clientHeight / height)];
}

// The largest letters of a tenth of a pixel with which so many columns, and rows, have room.
function largest(columns, rows = 0) {
  const [width, height] = cell(100);
  const letters = Math.min((100 * frame.clientWidth) / (width * columns), rows ? (100 * frame.clientHeight) / (height * rows) : Infinity);
  return Math.floor(letters * 10) / 10;
}

// Which size suits the window: letters in pixels, columns and rows.
export function suitable() {
  if (page.view === "watch") {
    const letters = WATCH_SIZES.map((size) => Math.min(LETTERS, largest(...size)));
    const best = letters.indexOf(Math.max(...letters));
    return { letters: Math.max(1, largest(...WATCH_SIZES[best])), size: WATCH_SIZES[best] };
  }
  const columns = localStorage.large ? LARGE_COLUMNS : COLUMNS;
  const letters = phone ? Math.max(SMALLEST, Math.min(LETTERS, largest(columns))) : LETTERS;
  return { letters, size: cells(letters) };
}

const fonts = ["", "bold "].map((weight) => document.fonts.load(`${weight}${LETTERS}px "Arcade"`));
export const ready = Promise.allSettled(fonts);
export const connection = new Connection(ready.then(() => suitable().size));
