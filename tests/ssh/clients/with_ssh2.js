// A client made with npm's ssh2: PORT USER KEY [WORD …]. A guest has a password.
"use strict";
const { readFileSync } = require("fs");
const { Client } = require("ssh2");

const [port, username, key, ...words] = process.argv.slice(2);
const who = key === "-" ? { password: "whatever" } : { privateKey: readFileSync(key) };
const client = new Client();

function carry(error, stream) {
  if (error) throw error;
  if (process.stdin.isTTY) process.stdin.setRawMode(true);
  process.stdin.pipe(stream);
  stream.pipe(process.stdout);
  stream.stderr.pipe(process.stderr);
  let code = 0;
  stream.on("exit", (told) => { code = told; });
  stream.on("close", () => { client.end(); process.stdin.destroy(); process.exitCode = code; });
}

client.on("ready", () => {
  if (words.length) client.exec(words.join(" "), carry);
  else client.shell({ term: "xterm-256color", cols: 100, rows: 30 }, carry);
});
client.on("error", (error) => { console.error(error.message); process.exit(255); });
client.connect({ host: "127.0.0.1", port: Number(port), username, ...who });
