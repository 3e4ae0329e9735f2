// The command to play by SSH, copied with a press.

const copy = document.getElementById("copy");
const label = copy.textContent;

copy.hidden = !navigator.clipboard;
copy.onclick = async () => {
  await navigator.clipboard.writeText(document.getElementById("command").textContent);
  copy.textContent = copy.dataset.copied;
  setTimeout(() => {
    copy.textContent = label;
  }, 2000);
};
