// How large the letters and the terminal are, which is known before the terminal itself is loaded:
// so the server is asked at once.

import { Connection, page } from "./connection.mjs";

export const FAMILY = '"Arcade", "DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, monospace';
const LETTERS = 16; // pixels
const SMALLEST = 6;
const LARGEST = 40; // of a table that is watched, on a screen on the wall
const WATCH_SIZES = [[100, 30], [80, 24], [60, 30], [50, 40]];
const COLUMNS = 50; // of a phone: every game is whole
const LARGE_COLUMNS = 44;
const LYING_ROWS = 23; // of a phone on its side, above the bottom line

export const phone = matchMedia("(pointer: coarse)").matches;
const lying = matchMedia("(orientation: landscape) and (min-width: 560px) and (min-height: 280px)"); // not while its keyboard is up

// Safari ignores `interactive-widget`: a phone's keyboard would cover the buttons.
if (phone) {
  visualViewport.addEventListener("resize", () => {
    document.body.style.height = `${visualViewport.height * visualViewport.scale}px`;
  });
}

export const frame = document.getElementById("frame");
const canvas = document.createElement("canvas").getContext("2d");

// A cell as xterm.js measures it.
function cell(letters) {
  canvas.font = `${letters}px ${FAMILY}`;
  const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = canvas.measureText("W");
  const pixels = (fontBoundingBoxAscent + fontBoundingBoxDescent) * devicePixelRatio;
  return [width, Math.ceil(pixels) / devicePixelRatio];
}

// How wide a text is, as xterm.js measures it: by 32 of them, in whole pixels.
export function width(text, letters, face) {
  canvas.font = `${face}${letters}px ${FAMILY}`;
  return Math.round(32 * canvas.measureText(text).width) / 32;
}

function cells(letters) {
  const [width, height] = cell(letters);
  return [Math.floor(frame.clientWidth / width), Math.floor(frame.clientHeight / height)];
}

// What letters look like in so many columns, as xterm.js lays them out.
export function spaced(letters, columns) {
  const [width, height] = cell(letters);
  const spacing = Math.round(columns * width) / columns - width;
  return `font: ${letters}px/${height}px ${FAMILY}; letter-spacing: ${spacing}px`;
}

// The largest letters, in tenths of a pixel, with which so many columns and rows have room.
function largest(columns, rows, most = LETTERS) {
  for (let letters = most; letters > SMALLEST; letters = Math.round(10 * letters - 1) / 10) {
    const [across, down] = cells(letters);
    if (across >= columns && down >= rows) return letters;
  }
  return SMALLEST;
}

// What suits the window: letters in pixels, columns and rows.
export function suitable() {
  if (page.view === "watch") {
    const fitting = WATCH_SIZES.map((size) => largest(...size));
    const size = WATCH_SIZES[fitting.indexOf(Math.max(...fitting))];
    return { letters: largest(...size, LARGEST), size };
  }
  if (!phone) return { letters: LETTERS, size: cells(LETTERS) };
  const letters = largest(localStorage.large ? LARGE_COLUMNS : COLUMNS, lying.matches ? LYING_ROWS : 1);
  const [columns, rows] = cells(letters);
  return { letters, size: [columns, rows + 1] }; // the last row, of keys, is not shown: buttons say it
}

const fonts = ["", "bold "].map((weight) => document.fonts.load(`${weight}${LETTERS}px "Arcade"`));
export const ready = Promise.allSettled(fonts);
export const connection = new Connection(ready.then(() => suitable().size));
