// What a phone has in place of keys: the actions of the bottom line, and a field for text.

import { connection, phone } from "./window.mjs";

const nav = document.getElementById("buttons");
const main = document.getElementById("main");
const others = document.getElementById("others");
const more = document.getElementById("more");
const rest = document.getElementById("rest");
const lastOnes = document.getElementById("last");
const field = document.getElementById("field");
const text = field.elements.text;
const LAST = 3; // menu, way out and help are behind "…"

function fill(element, { action, key, label }) {
  const letter = document.createElement("b");
  letter.textContent = key;
  element.replaceChildren(letter, label);
  element.value = action;
  element.onclick = () => connection.send("press", { action });
  return element;
}

export function offer(buttons) {
  if (!phone) return;
  const [first, ...following] = buttons;
  const last = following.length > LAST ? following.splice(-LAST) : [];
  const made = (button) => fill(document.createElement("button"), button);
  main.disabled = !first;
  if (first) fill(main, first);
  others.replaceChildren(...following.map(made));
  lastOnes.replaceChildren(...last.map(made));
  rest.hidden = true;
  nav.hidden = !buttons.length;
}

more.onclick = () => {
  rest.hidden = !rest.hidden;
};
rest.onclick = () => {
  rest.hidden = true;
};
// The terminal keeps the focus it has, and no keyboard slides up.
nav.onpointerdown = (event) => event.preventDefault();

export function open({ open, text: draft }) {
  if (!phone) return;
  if (open && field.hidden) text.value = draft;
  field.hidden = !open;
  if (open) text.focus();
}
field.onsubmit = (event) => {
  event.preventDefault();
  connection.send("text", { text: text.value });
  text.value = "";
};
