// The desk's counts, kept fresh: every few seconds while somebody looks, and never while nobody does.

const main = document.querySelector("main");
const written = new Intl.NumberFormat(document.documentElement.lang);

function shown(value, place) {
  if (typeof value === "boolean") return value ? place.dataset.yes : place.dataset.no;
  return typeof value === "number" ? written.format(value) : value;
}

function cells(row, values) {
  values.forEach((value, at) => { row.cells[at].textContent = written.format(value); });
}

function fill(found) {
  for (const place of document.querySelectorAll("[data-show]")) {
    place.textContent = shown(found[place.dataset.show], place);
  }
  found.lists.forEach((list, at) => cells(document.getElementById("by-list").rows[at], [list.number, list.finished, list.live]));
  const rows = new Map([...document.getElementById("by-item").rows].map((row) => [row.dataset.trial, row]));
  for (const item of found.items) {
    const row = rows.get(item.trial);
    if (!row) continue;
    row.cells[2].textContent = written.format(item.answers);
    row.cells[3].textContent = item.right === null ? "–" : written.format(item.right);
  }
}

async function refresh() {
  if (document.hidden) return;
  const reply = await fetch(main.dataset.live, { cache: "no-store" }).catch(() => null);
  if (reply?.redirected) location.reload(); // the session has ended
  else if (reply?.ok) fill(await reply.json());
}

setInterval(refresh, 5000);
document.addEventListener("visibilitychange", refresh);
