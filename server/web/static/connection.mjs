// The connection of a page: it greets the server, proves who plays, and comes back when it breaks.
// server/web/messages.py has the messages.

const PURPOSE = "ssh-arcade: this browser logs in\0";
const LONGEST_WAIT = 8000; // milliseconds between two attempts to come back
const ZONE_TIME = 1000; // milliseconds after which the time zone is asked for, which takes as long as a picture

export const page = document.documentElement.dataset; // view, table, build, and the page's sentences
const veil = document.getElementById("veil");
const again = document.getElementById("again");

// Cover the page with a sentence; once it is over, a button begins anew.
export function cover(text, over = false) {
  veil.hidden = !text;
  document.getElementById("why").textContent = text;
  again.hidden = !over;
  if (over) again.focus();
}
again.onclick = () => location.reload();

const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const toBase64 = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function keys() {
  const opening = indexedDB.open("arcade", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
  const database = await answer(opening);
  return (mode) => database.transaction("keys", mode).objectStore("keys");
}

async function keptKey() {
  const store = await keys();
  const kept = await answer(store("readonly").get("own"));
  if (kept) localStorage.keyed = "yes";
  return kept;
}

// Keep a key that is in use already. Where another tab was quicker, or nothing can be kept, the page
// begins anew: by the other's key, or as a guest.
async function keep(made) {
  try {
    const store = await keys();
    await answer(store("readwrite").add(made, "own"));
    localStorage.keyed = "yes";
  } catch {
    if (!(await keptKey().catch(() => {}))) sessionStorage.guest = "yes";
    location.reload();
  }
}

// The browser's own key: made here once, and no script can read it. Who comes for the first time
// does not wait until it is kept; a link is not spent on a key that may be lost.
async function ownKey() {
  if (sessionStorage.guest) throw new Error("no key can be kept");
  const link = location.hash;
  const kept = (localStorage.keyed || link) && (await keptKey());
  if (kept) return kept;
  const made = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
  const keeping = keep(made);
  if (link) await keeping;
  return made;
}

// Made or looked for while the connection opens, and not by a page that only watches.
const pair = page.view === "watch" ? undefined : ownKey();
pair?.catch(() => {}); // then its proof fails as well

async function proof(nonce) {
  try {
    const { publicKey, privateKey } = await pair;
    const words = new TextEncoder().encode(`${PURPOSE}${location.origin}\0`);
    const signed = await crypto.subtle.sign(
      { name: "ECDSA", hash: "SHA-256" },
      privateKey,
      new Uint8Array([...words, ...fromBase64(nonce)]),
    );
    const key = await crypto.subtle.exportKey("spki", publicKey);
    return { key: toBase64(key), proof: toBase64(signed) };
  } catch {
    return { resume: sessionStorage.resume }; // no https, or nothing may be stored: a guest
  }
}

export class Connection {
  #socket;
  #handlers; // by type of message; "picture" takes the binary ones
  #early = []; // messages that came before the handlers
  #greeted = false;
  #over = false;
  #attempts = 0;
  #zone; // the timer after which it is told
  #timer;
  #greet;
  greeting = new Promise((greeted) => (this.#greet = greeted)); // kept once the server is greeted
  // A link to a table leads there, wherever this tab was before; loaded anew, it goes on as it was.
  #arrives = page.table && performance.getEntriesByType("navigation")[0].type === "navigate";
  #link = /^#link=(.+)$/.exec(location.hash)?.[1];

  constructor(size) {
    this.size = size; // a promise: the fonts may still be on their way
    if (this.#link) history.replaceState(null, "", location.pathname + location.search);
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    this.#open();
  }

  handle(handlers) {
    this.#handlers = handlers;
    for (const message of this.#early.splice(0)) this.#pass(...message);
  }

  send(type, fields) {
    if (this.#greeted) this.#socket.send(JSON.stringify({ type, ...fields }));
  }

  type(data) {
    if (this.#greeted) this.#socket.send(data);
  }

  #open() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => this.#receive(socket, data);
    socket.onclose = () => this.#closed(socket);
    this.#socket = socket;
  }

  #receive(socket, data) {
    if (socket !== this.#socket) return;
    if (typeof data !== "string") return this.#pass("picture", new Uint8Array(data));
    const { type, ...fields } = JSON.parse(data);
    if (type === "challenge") return this.#answer(socket, fields);
    if (type === "welcome") Object.assign(sessionStorage, fields);
    if (type === "table") sessionStorage.table = fields.code;
    this.#over ||= type === "end";
    if (this.#over) delete sessionStorage.token;
    this.#pass(type, fields);
  }

  async #answer(socket, { nonce, build }) {
    if (build !== page.build && sessionStorage.build !== build) {
      sessionStorage.build = build; // so that a page that stays old does not load for ever
      return location.reload();
    }
    const watches = page.view === "watch";
    const own = watches ? {} : await proof(nonce);
    const { token, table } = watches || this.#arrives ? {} : sessionStorage;
    const touch = matchMedia("(pointer: coarse)").matches;
    const greeting = { view: page.view, language: navigator.language, touch, ...own };
    Object.assign(greeting, { size: await this.size, table: page.table || table, token, link: this.#link });
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ type: "greeting", ...greeting }));
    this.#link = undefined;
    this.#arrives = false;
    this.#greeted = true;
    this.#greet();
    this.#attempts = 0;
    if (!watches) this.#zone ??= setTimeout(() => this.#tellZone(), ZONE_TIME);
    this.#pass("greeted");
  }

  #tellZone() {
    this.send("zone", { zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  }

  #pass(type, content) {
    if (this.#handlers) this.#handlers[type]?.(content);
    else this.#early.push([type, content]);
  }

  #closed(socket) {
    if (socket !== this.#socket) return;
    this.#greeted = false;
    if (this.#over) return;
    cover(page.lost);
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.#attempts++);
    this.#timer = setTimeout(() => this.#open(), wait * (0.75 + Math.random() / 2));
  }

  // The network is back, or somebody looks at the page again.
  #hurry() {
    if (!this.#over && this.#socket.readyState === WebSocket.CLOSED) this.#open();
  }
}
