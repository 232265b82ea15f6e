// What a page can do beyond its links and forms: tables that sort and filter, commands to copy, parts that refresh
// themselves, files that are dropped. Without this script everything works by reloading.

const main = document.querySelector("main");
const [copied, copy, filter] = (main?.dataset.show ?? "||").split("|");

function number(text) {
  const plain = text.replace(/[\s\u00a0\u202f%]/g, "").replace("−", "-").replace(",", ".");
  return plain !== "" && !Number.isNaN(Number(plain)) ? Number(plain) : null;
}

function sortable(table) {
  const body = table.tBodies[0];
  if (!body || body.rows.length < 3 || !table.tHead) return;
  [...table.tHead.rows[0].cells].forEach((cell, at) => {
    if (!cell.textContent.trim()) return;
    const button = document.createElement("button");
    button.type = "button"; button.className = "sort"; button.textContent = cell.textContent;
    cell.replaceChildren(button);
    button.addEventListener("click", () => {
      const up = cell.getAttribute("aria-sort") !== "ascending";
      for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", up ? "ascending" : "descending");
      const rows = [...body.rows].map((row) => [row, row.cells[at]?.textContent.trim() ?? ""]);
      rows.sort(([, a], [, b]) => {
        const [x, y] = [number(a), number(b)];
        const order = x !== null && y !== null ? x - y : a.localeCompare(b, document.documentElement.lang, { numeric: true });
        return up ? order : -order;
      });
      body.append(...rows.map(([row]) => row));
    });
  });
  if (body.rows.length < 12) return;
  const field = document.createElement("input");
  field.type = "search"; field.placeholder = filter; field.setAttribute("aria-label", filter);
  field.addEventListener("input", () => {
    const wanted = field.value.toLowerCase();
    for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  (table.closest(".wide") ?? table).before(field);
}

function enhance(root) {
  root.querySelectorAll("table.figures, table.full").forEach(sortable);
  for (const code of root.querySelectorAll(".command pre")) {
    const button = document.createElement("button");
    button.type = "button"; button.textContent = copy;
    button.addEventListener("click", async () => { await navigator.clipboard.writeText(code.textContent); button.textContent = copied; });
    code.after(button);
  }
  for (const input of root.querySelectorAll(".drop input[type=file]")) {
    const box = input.closest(".drop");
    const over = (event) => { event.preventDefault(); box.classList.toggle("over", event.type === "dragover"); };
    box.addEventListener("dragover", over); box.addEventListener("dragleave", over);
    box.addEventListener("drop", (event) => { over(event); input.files = event.dataTransfer.files; });
  }
  for (const part of root.querySelectorAll("[data-refresh]")) follow(part);
  for (const form of root.querySelectorAll("form[data-live]")) {
    let waiting = 0;
    for (const slider of form.querySelectorAll("input[type=range]")) slider.addEventListener("input", () => { slider.nextElementSibling.textContent = slider.value; });
    form.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => live(form), 250); });
  }
}

async function fetched(address) {
  const reply = await fetch(address, { cache: "no-store" }).catch(() => null);
  if (!reply || reply.redirected) return null;
  return new DOMParser().parseFromString(await reply.text(), "text/html");
}

function replace(id, page) {
  const [old, fresh] = [document.getElementById(id), page?.getElementById(id)];
  if (!old || !fresh) return;
  old.replaceWith(fresh);
  enhance(fresh.parentElement.querySelector(`#${id}`));
  if (fresh.matches("[data-refresh]")) follow(fresh);
}

function again(part) { setTimeout(() => refresh(part), 1000 * (Number(part.dataset.refresh) || 1)); }

async function refresh(part) {
  const page = document.hidden ? null : await fetched(location.href);
  if (page?.getElementById(part.id)) replace(part.id, page);
  else if (part.isConnected) again(part); // nobody looks, or the server is away for a moment
}

const streams = new Map(); // by address; null: there is none to be had

function follow(part) { // the server says when something has changed; where it does not, it is asked again and again
  const address = part.dataset.events;
  if (!address || !window.EventSource || streams.get(address) === null) return again(part);
  if (streams.has(address)) return;
  const source = new EventSource(address);
  const parts = () => [...document.querySelectorAll("[data-events]")].filter((each) => each.dataset.events === address);
  let missed = false, asking = false;
  streams.set(address, source);
  const exchange = async () => {
    missed = document.hidden || asking;
    if (missed) return;
    asking = true;
    const page = await fetched(location.href);
    for (const each of parts()) if (page?.getElementById(each.id)) replace(each.id, page); else again(each);
    asking = false;
    if (missed) exchange();
  };
  const leave = (after) => { source.close(); streams.set(address, after); };
  document.addEventListener("visibilitychange", () => { if (missed) exchange(); });
  source.addEventListener("change", exchange);
  source.addEventListener("end", () => { leave(null); exchange(); });
  source.addEventListener("again", () => { leave(undefined); streams.delete(address); parts().forEach(follow); });
  source.addEventListener("error", () => { leave(null); parts().forEach(again); });
}

const lastAsked = new WeakMap(); // by form: the latest address, since replies may come in another order

async function live(form) { // a calculator: what is typed is asked, and only the answer is exchanged
  const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
  lastAsked.set(form, address);
  const page = await fetched(address);
  if (lastAsked.get(form) !== address) return; // what was typed since then has been asked after it
  replace(form.dataset.live, page);
  if (page) history.replaceState(null, "", address);
}

enhance(document);
