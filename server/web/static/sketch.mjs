// The first picture, as long as xterm.js is on its way, which then draws the same bytes and takes over.
// Knows what pictures are written with (screens/terminal/ansi.py), and passes over the rest.

const PARTS = /\x1b\[([\d;]*)([A-Za-z])|\x1b\[[^@-~]*[@-~]|\x1b\][^\x07\x1b]*\x07?|\x1b.|[^\x1b]+/gs;
const WIDE = /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const JOINS = /[\p{M}\p{Emoji_Modifier}\u200d]/u; // the letter before it
const PLAIN = {};
const SWITCHES = {
  1: { fontWeight: "bold" },
  2: { opacity: "0.5" },
  3: { fontStyle: "italic" },
  4: { textDecoration: "underline" },
  7: { reverse: true },
  22: { fontWeight: "", opacity: "" },
  23: { fontStyle: "" },
  24: { textDecoration: "" },
  27: { reverse: false },
  39: { color: "" },
  49: { backgroundColor: "" },
};
const INKS = { 38: "color", 48: "backgroundColor" };

// What letters look like after the codes of a sequence.
function dressed(style, codes) {
  const anew = { ...style };
  for (let at = 0; at < codes.length; at += 1) {
    const ink = INKS[codes[at]];
    if (ink) {
      anew[ink] = `rgb(${codes.slice(at + 2, at + 5)})`; // after a 2: a browser is sent 24 bits
      at += 4;
    } else if (codes[at]) Object.assign(anew, SWITCHES[codes[at]]);
    else for (const name in anew) delete anew[name];
  }
  return anew;
}

export class Sketch {
  element = document.createElement("div");
  blank = true;
  #decoder = new TextDecoder();
  #rows;
  #row = 0;
  #column = 0;
  #style = PLAIN;
  #last = 0; // the column of the last letter

  constructor(columns, rows) {
    this.element.className = "sketch";
    this.element.ariaHidden = "true";
    this.#rows = Array.from({ length: rows }, () => Array(columns).fill([" ", PLAIN]));
  }

  write(data) {
    for (const [part, codes, final] of this.#decoder.decode(data, { stream: true }).matchAll(PARTS)) {
      if (final) this.#obey(final, codes.split(";").map(Number));
      else if (part[0] !== "\x1b") this.#print(part);
    }
    this.element.replaceChildren(...this.#rows.map(line));
  }

  #obey(final, codes) {
    if (final === "H") [this.#row, this.#column] = [(codes[0] || 1) - 1, (codes[1] || 1) - 1];
    else if (final === "C") this.#column += codes[0] || 1;
    else if (final === "b") this.#print(this.#rows[this.#row][this.#last][0].repeat(codes[0] || 1));
    else if (final === "m") this.#style = dressed(this.#style, codes);
  }

  #print(text) {
    for (const letter of text) {
      if (letter === "\r") this.#column = 0;
      else if (letter >= " " && this.#row < this.#rows.length) this.#put(letter);
    }
  }

  #put(letter) {
    this.blank = false;
    const row = this.#rows[this.#row];
    const before = row[this.#last];
    if (this.#column && (JOINS.test(letter) || before[0].endsWith("\u200d"))) {
      row[this.#last] = [before[0] + letter, before[1]];
      if (letter === "\ufe0f") row[this.#column++] = ["", this.#style]; // drawn as a picture, twice as wide
      return;
    }
    this.#last = this.#column;
    row[this.#column++] = [letter, this.#style];
    if (WIDE.test(letter)) row[this.#column++] = ["", this.#style];
  }
}

// A row, each stretch in one style.
function line(cells) {
  const row = document.createElement("div");
  for (let at = 0, end; at < cells.length; at = end) {
    const style = cells[at][1];
    for (end = at; cells[end]?.[1] === style; ) end += 1;
    const stretch = document.createElement("span");
    stretch.textContent = cells.slice(at, end).map(([letter]) => letter).join("");
    const { reverse, ...inks } = style;
    Object.assign(stretch.style, inks);
    if (reverse) [stretch.style.color, stretch.style.backgroundColor] = [inks.backgroundColor || "black", inks.color || "white"];
    row.append(stretch);
  }
  return row;
}
