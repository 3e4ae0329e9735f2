// The terminal of a page: xterm.js at the end of the connection.

import { end, offer, open } from "./buttons.mjs";
import { cover, page } from "./connection.mjs";
import { Sketch } from "./sketch.mjs";
import { connection, FAMILY, frame, phone, ready, spaced, suitable, width } from "./window.mjs";

const NAME = document.title;
const LONG = 250; // milliseconds after which xterm.js waits no longer for a server far away
const TITLE_TIME = 200; // milliseconds in which the title follows the bell
const notify = document.getElementById("notify");
const element = document.getElementById("terminal");
const watches = page.view === "watch";

// The first picture is sketched: xterm.js takes longer to begin than the server takes to draw.
let terminal;
let sketch;
const early = []; // what the sketch was drawn from
const shown = new Promise((shown) => {
  setTimeout(shown, LONG);
  connection.handle({
    picture: (data) => {
      cover("");
      if (terminal) return terminal.write(data);
      sketch ??= begun(suitable());
      sketch.write(data);
      early.push(data);
      if (!sketch.blank) requestAnimationFrame(() => setTimeout(shown)); // not after modes alone
    },
    greeted: () => terminal && resize(), // the window may have changed since the size was sent
    actions: offer,
    field: open,
    end: ({ text }) => {
      end();
      cover(text || page.over, true);
    },
  });
});

// Keys that are pressed on the sketch go to the server as the terminal would send them.
const encoder = new TextEncoder();
const SENT = { Enter: "\r", Escape: "\x1b", Tab: "\t", Backspace: "\x7f" };
for (const [at, name] of ["Up", "Down", "Right", "Left"].entries()) SENT[`Arrow${name}`] = `\x1b[${"ABCD"[at]}`;
function typed(event) {
  const text = SENT[event.key] ?? ([...event.key].length === 1 ? event.key : "");
  const elsewhere = event.target !== document.body; // the field for talk, a button
  if (!sketch || !text || elsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  connection.type(encoder.encode(text));
}
if (!watches) addEventListener("keydown", typed);

function begun({ letters, size }) {
  const sketch = new Sketch(...size);
  sketch.element.style.cssText = spaced(letters, size[0]);
  element.append(sketch.element);
  return sketch;
}

// xterm.js is fetched while the server draws, and begins after that: nothing could interrupt it.
const files = ["xterm", "addon-unicode-graphemes"].map((name) => `${page.files}/${name}.mjs`);
function fetched(href) {
  return Object.assign(document.createElement("link"), { rel: "modulepreload", href });
}
connection.greeting.then(() => document.head.append(...files.map(fetched)));
await shown;
const [{ Terminal }, { UnicodeGraphemesAddon }] = await Promise.all(files.map((file) => import(file)));
await ready; // a cell is measured by the font that is there when the terminal opens
const { letters } = suitable();
const size = await connection.size;
terminal = new Terminal({
  allowProposedApi: true, // the addon's widths
  cols: size[0],
  rows: size[1],
  customGlyphs: true,
  disableStdin: watches,
  fontFamily: FAMILY,
  fontSize: letters,
  scrollback: 0,
  theme: { background: getComputedStyle(document.body).backgroundColor },
});
terminal.loadAddon(new UnicodeGraphemesAddon());
terminal.unicode.activeVersion = "15-graphemes";

// What is asked of a terminal would be answered as if somebody typed; links lead nowhere.
for (const id of [{ final: "c" }, { prefix: ">", final: "c" }]) terminal.parser.registerCsiHandler(id, () => true);
for (const id of [4, 8, 10, 11, 12]) terminal.parser.registerOscHandler(id, () => true);
terminal.open(element);

// xterm.js would lay out the page once for each character that it has not shown before.
const FACES = ["", "bold ", "italic ", "bold italic "];
terminal._core._renderService._renderer.value._widthCache._measure = (text, face) =>
  width(text, terminal.options.fontSize, FACES[face]);

if (!watches) {
  removeEventListener("keydown", typed);
  terminal.onData((text) => connection.type(encoder.encode(text)));
  terminal.onBinary((text) => connection.type(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
}
if (phone) terminal.textarea.inputMode = "none"; // its buttons are ours; talk has a field of its own
else if (!watches) terminal.focus();

// The bell: it is somebody's turn. A page that nobody looks at says so in its title.
let title = NAME;
let bells = 0;
function entitle() {
  document.title = bells ? `(${bells}) ${title}` : title;
}
terminal.onTitleChange((text) => {
  title = text || NAME;
  entitle();
});
terminal.onBell(() => {
  if (!document.hidden) return;
  bells += 1;
  entitle();
  if (!("Notification" in window)) return;
  notify.hidden = Notification.permission !== "default";
  if (Notification.permission === "granted") setTimeout(notification, TITLE_TIME);
});
function notification() {
  try {
    new Notification(title, { tag: "bell" }).onclick = () => focus();
  } catch {
    // a phone has them for installed pages only
  }
}
notify.onclick = async () => {
  await Notification.requestPermission();
  notify.hidden = true;
};
document.addEventListener("visibilitychange", () => {
  bells = 0;
  entitle();
});

// The window's size. xterm.js keeps what it shows; the server draws it anew.
function resize() {
  const { letters, size } = suitable();
  const same = terminal.cols === size[0] && terminal.rows === size[1];
  terminal.options.fontSize = letters;
  connection.size = size;
  if (same) return;
  terminal.resize(...size);
  connection.send("resize", { size });
}
document.getElementById("larger").onclick = () => {
  localStorage.large = localStorage.large ? "" : "yes";
  resize();
};
document.getElementById("keyboard").onclick = () => {
  terminal.textarea.inputMode = "text";
  terminal.focus();
};
let resizing;
new ResizeObserver(() => {
  clearTimeout(resizing);
  resizing = setTimeout(resize, 50);
}).observe(frame);

for (const data of early) terminal.write(data);
terminal.write("", () => {
  const drawn = terminal.onRender(() => {
    drawn.dispose();
    sketch?.element.remove();
  });
});
resize(); // the window may have changed since the size was sent
