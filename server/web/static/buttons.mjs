// What a phone has in place of keys: the actions of the bottom line, and a field for text.

import { page } from "./connection.mjs";
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
const SLIP = 30; // pixels a finger may slip while it presses

// A phone has no keys to name; arrows say which way.
function fill(element, { action, key, label }) {
  const arrows = /^[←→↑↓]+$/u.test(key) ? `${key} ` : "";
  element.textContent = arrows + label.charAt(0).toLocaleUpperCase() + label.slice(1);
  element.value = action;
}

// The buttons of a row are filled anew, not made anew: the row stays where it was scrolled to.
function fillRow(row, buttons) {
  while (row.childElementCount > buttons.length) row.lastElementChild.remove();
  while (row.childElementCount < buttons.length) row.append(document.createElement("button"));
  buttons.forEach((button, at) => fill(row.children[at], button));
}

let first; // the main action
function fillMain() {
  const sends = !field.hidden && text.value.trim();
  main.disabled = !first && !sends;
  if (sends) main.replaceChildren(page.send);
  else if (first) fill(main, first);
  else main.replaceChildren();
}

// Nothing would do anything any more.
export function end() {
  nav.hidden = field.hidden = true;
}

export function offer({ buttons, main: name }) {
  if (!phone) return;
  first = buttons.find(({ action }) => action === name);
  const following = buttons.filter((button) => button !== first);
  const last = following.length > LAST ? following.splice(-LAST) : [];
  fillMain();
  fillRow(others, following);
  fillRow(lastOnes, last);
}

function press(button, action) {
  if (button === main && !field.hidden && text.value.trim()) field.requestSubmit();
  else if (action) connection.send("press", { action });
}

// A touch means what the button showed when it began, though it may show something else by its end.
let touch;
let touched = false;
nav.onpointerdown = (event) => {
  event.preventDefault(); // the terminal keeps the focus it has, and no keyboard slides up
  const button = event.target.closest("button");
  touched = false;
  touch = button && { button, action: button.value, x: event.clientX, y: event.clientY };
};
addEventListener("pointerup", ({ clientX, clientY }) => {
  touched = touch && Math.hypot(clientX - touch.x, clientY - touch.y) < SLIP;
  if (touched) press(touch.button, touch.action);
  touch = undefined;
});
addEventListener("pointercancel", () => {
  touch = undefined;
});
nav.onclick = ({ target }) => {
  const button = target.closest("button");
  if (button && !touched) press(button, button.value); // by a keyboard, or by a screen reader
  touched = false;
};
more.onclick = () => {
  rest.hidden = !rest.hidden;
};
rest.onclick = () => {
  rest.hidden = true;
};

export function open({ open, text: draft }) {
  if (!phone) return;
  if (open && field.hidden) text.value = draft;
  field.hidden = !open;
  if (open) text.focus();
  fillMain();
}
text.oninput = fillMain;
field.onsubmit = (event) => {
  event.preventDefault();
  connection.send("text", { text: text.value });
  text.value = "";
  fillMain();
};
