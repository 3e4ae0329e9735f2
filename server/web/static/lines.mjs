// Line mode as HTML: what happens is a log, what can be done a list of buttons.

import { Connection, cover, page } from "./connection.mjs";

const log = document.getElementById("log");
const urgent = document.getElementById("urgent");
const choices = document.getElementById("choices");
const form = document.getElementById("form");
const line = form.elements.line;
const MOST = 400; // paragraphs that stay
const AT_END = 40; // pixels from the end of the log within which it follows

const connection = new Connection(Promise.resolve([80, 24]));

function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

// A paragraph of a kind is silent: its person has typed it, or it is read out as urgent.
function write(text, kind = "") {
  const written = paragraph(text);
  written.className = kind;
  if (kind) written.ariaLive = "off";
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < AT_END;
  log.append(written);
  while (log.childElementCount > MOST) log.firstElementChild.remove();
  if (atEnd) log.scrollTop = log.scrollHeight;
}

// Each sentence is a paragraph of its own: the same one, once more, is read out once more.
function alarm(text) {
  urgent.append(paragraph(text));
  if (urgent.childElementCount > 3) urgent.firstElementChild.remove();
}

function say(line, words = line) {
  write(words, "own");
  connection.send("line", { line });
}

function choose(offered) {
  const focused = document.activeElement;
  const stays = choices.contains(focused);
  choices.replaceChildren(
    ...offered.map(({ line, text }) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.textContent = text;
      button.value = line;
      button.onclick = () => say(line, text);
      item.append(button);
      return item;
    }),
  );
  if (!stays) return;
  const now = [...choices.querySelectorAll("button")]; // who was on a choice stays among them
  (now.find((button) => button.value === focused.value) ?? now[0] ?? choices).focus();
}

form.onsubmit = (event) => {
  event.preventDefault();
  say(line.value);
  line.value = "";
};

connection.handle({
  greeted: () => cover(""),
  spoken: ({ text, urgent: now }) => {
    write(text, now ? "urgent" : "");
    if (now) alarm(text);
  },
  choices: ({ choices: offered }) => choose(offered),
  end: ({ text }) => cover(text || page.over, true),
});
line.focus();
