// The command to play by SSH, copied with a press.

const copy = document.getElementById("copy");

copy.hidden = !navigator.clipboard;
copy.onclick = () => navigator.clipboard.writeText(document.getElementById("command").textContent);
