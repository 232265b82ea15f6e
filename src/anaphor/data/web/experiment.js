// The participant's page: one small module, no library, no request to anybody but the study's own server.
// What was answered is first put into the browser's own database and then sent until the server says that it is on disk.

const study = JSON.parse(document.getElementById("study").textContent);
const words = study.words;
const api = (path) => `${study.base}/api/${encodeURIComponent(study.name)}/${path}`;
const main = document.querySelector("main");
const savedNote = document.getElementById("saved");
const bar = document.querySelector("progress");

let place = null; // what the server said at the start
let queue = null; // answers that are not yet known to be on disk
let current = null; // the trial on the screen
let total = 0;
const done = new Set(); // trials that were answered here or before

// --- small things -------------------------------------------------------------------------------------------------

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

function show(...children) {
  main.replaceChildren(...children.filter((child) => child != null));
  const first = main.querySelector("[data-focus]") || main.querySelector("h1");
  if (first) {
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  }
  window.scrollTo(0, 0);
}

const paragraphs = (text) => text.split(/\n{2,}/).map((part) => element("p", {}, part));
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const random = () => crypto.randomUUID ? crypto.randomUUID() : Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16)).join("");

function message(title, text, ...more) {
  show(element("h1", {}, title), ...paragraphs(text), ...more);
}

// --- the server ---------------------------------------------------------------------------------------------------

class Refused extends Error {
  constructor(status, body) {
    super(body?.error || String(status));
    this.status = status;
    this.reason = body?.reason;
  }
}

async function ask(path, body) {
  const headers = { "content-type": "application/json" };
  if (place) headers["x-participant"] = place.token;
  const reply = await fetch(api(path), { method: "POST", headers, body: JSON.stringify(body), cache: "no-store", credentials: "omit" });
  if (reply.status >= 500 || reply.status === 429) throw new Error(`server says ${reply.status}`);
  const found = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Refused(reply.status, found);
  return found;
}

// Until it works: waits twice as long each time, at most half a minute, with jitter so that a crowd does not come back at once.
async function insist(path, body, onWait) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 30000)) {
    try {
      return await ask(path, body);
    } catch (error) {
      if (error instanceof Refused) throw error;
      onWait?.();
      await Promise.race([pause(wait * (0.5 + Math.random())), new Promise((resolve) => addEventListener("online", resolve, { once: true }))]);
    }
  }
}

// --- answers on their way -----------------------------------------------------------------------------------------

// The browser's database where there is one; memory where there is none (private windows of some browsers).
class Queue {
  static async open(name) {
    const made = new Queue();
    made.waiting = new Map();
    made.sending = false;
    try {
      made.database = await new Promise((resolve, reject) => {
        const request = indexedDB.open(`anaphor-${name}`, 1);
        request.onupgradeneeded = () => request.result.createObjectStore("answers", { keyPath: "trial" });
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const answer of await made.store("readonly", (store) => store.getAll())) made.waiting.set(answer.trial, answer);
    } catch {
      made.database = null;
    }
    return made;
  }

  store(mode, work) {
    if (!this.database) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction("answers", mode, { durability: "strict" });
      const request = work(transaction.objectStore("answers"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  }

  async add(answer) {
    this.waiting.set(answer.trial, answer);
    await this.store("readwrite", (store) => store.put(answer)).catch(() => {});
    this.send();
  }

  async forget(trials) {
    for (const trial of trials) {
      this.waiting.delete(trial);
      await this.store("readwrite", (store) => store.delete(trial)).catch(() => {});
    }
  }

  mine() {
    return [...this.waiting.values()].filter((answer) => answer.token === place.token);
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.mine().length) {
        const batch = this.mine().slice(0, 50);
        const sent = batch.map(({ token, ...answer }) => answer);
        const found = await insist("answers", { answers: sent }, () => status(words.offline));
        await this.forget(batch.map((answer) => answer.trial));
        status();
        for (const receipt of found.receipts) feedback.get(receipt.trial)?.(receipt.right);
      }
    } catch (error) {
      if (error instanceof Refused) refusal(error);
    } finally {
      this.sending = false;
    }
  }
}

const feedback = new Map(); // practice trials that wait to hear whether they were right

function status(text) {
  const saved = Math.max(0, done.size - (queue ? queue.mine().length : 0));
  savedNote.textContent = (text ? `${text} ` : "") + fill(words.saved, { saved, total });
  bar.max = total || 1;
  bar.value = done.size;
  bar.setAttribute("aria-valuetext", `${done.size} / ${total}`);
}

// --- screens ------------------------------------------------------------------------------------------------------

function refusal(error) {
  message(words.sorry, words.refusals[error.reason] || error.message);
}

function screen(title, text, button, ...more) {
  return new Promise((resolve) => {
    const next = element("button", { class: "next", onclick: () => resolve(), type: "button" }, button);
    show(element("h1", {}, title), ...paragraphs(text), ...more, next);
  });
}

async function consent() {
  const adult = element("input", { type: "checkbox", id: "adult" });
  const native = element("select", { id: "native" }, element("option", { value: "" }, "—"), element("option", { value: "yes" }, words.yes), element("option", { value: "no" }, words.no));
  const form = element("div", { class: "form" },
    element("label", { for: "adult" }, adult, " ", words.adult),
    element("label", { for: "native" }, words.native, " ", native),
    element("p", { id: "missing", role: "alert" }));
  for (;;) {
    await screen(place.title, place.consent.text, words.agree, form);
    if (adult.checked && native.value) break;
    document.getElementById("missing").textContent = words.missing;
    // the same screen again, with what was entered
  }
  await insist("consent", { hash: place.consent.hash, adult: true, native: native.value === "yes" }, () => status(words.offline));
}

// Two frames after the words are in the document, they have been painted: that is the onset.
const painted = () => new Promise((resolve) => requestAnimationFrame((first) => requestAnimationFrame((second) => resolve({ onset: second, frame: second - first }))));

const keysFor = (count) => (count === 2 ? ["f", "j"] : Array.from({ length: count }, (_, n) => String(n + 1)));

function draw(trial, answer) {
  const keys = keysFor(trial.choices.length);
  const buttons = trial.choices.map((choice, at) => element("button", { type: "button", class: "choice", "data-at": at, onclick: (event) => answer(at, event) },
    element("span", { lang: study.language }, choice), element("kbd", { "aria-hidden": "true" }, keys[at].toUpperCase())));
  show(
    trial.kind === "practice" ? element("p", { class: "kind" }, words.practice) : null,
    element("p", { class: "sentence", "data-focus": true, lang: study.language }, trial.text),
    trial.prompt ? element("p", { class: "prompt", id: "prompt", lang: study.language }, trial.prompt) : null,
    element("div", { class: "choices", role: "group", "aria-labelledby": trial.prompt ? "prompt" : null }, ...buttons),
    element("details", { class: "remark" }, element("summary", {}, words.remark), element("textarea", { id: "remark", maxlength: 2000, "aria-label": words.remark })));
}

function run(trial) {
  return new Promise((resolve) => {
    const seen = { focus: 0, hidden: 0, since: null };
    let onset = null;
    let finished = false;
    const away = () => { if (document.hidden) seen.since = performance.now(); else if (seen.since != null) { seen.hidden += performance.now() - seen.since; seen.since = null; } };
    const blur = () => { seen.focus += 1; };
    const answer = (at, event) => {
      if (finished || !onset) return; // before the sentence was painted there is nothing to answer
      finished = true;
      document.removeEventListener("visibilitychange", away);
      removeEventListener("blur", blur);
      document.removeEventListener("keydown", key);
      resolve({
        trial: trial.id, choice: at, attempt: random(),
        rt_ms: round(event.timeStamp - onset.onset), onset_ms: round(onset.onset), response_ms: round(event.timeStamp),
        frame_ms: round(onset.frame), focus_losses: seen.focus, hidden_ms: round(seen.hidden), repeated_key: Boolean(event.repeat),
        device: event.type === "keydown" || event.detail === 0 ? "key" : event.pointerType || "mouse",
        comment: document.getElementById("remark")?.value.trim() || null,
      });
    };
    const key = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "TEXTAREA") return;
      const at = keysFor(trial.choices.length).indexOf(event.key.toLowerCase());
      if (at >= 0) { event.preventDefault(); answer(at, event); }
    };
    document.addEventListener("visibilitychange", away);
    addEventListener("blur", blur);
    document.addEventListener("keydown", key);
    draw(trial, answer);
    painted().then((found) => { onset = found; main.dataset.ready = trial.id; });
  });
}

const round = (ms) => Math.round(ms * 100) / 100;

async function ask_all() {
  let since = 0;
  const rest = place.trials.filter((trial) => !done.has(trial.id));
  for (const [index, trial] of rest.entries()) {
    current = trial;
    if (index && trial.kind !== "practice" && rest[index - 1].kind === "practice") await screen(words.begins, words.begins_text, words.go);
    if (since && since % place.block === 0) await screen(words.break_title, words.break_text, words.go);
    const found = await run(trial);
    done.add(trial.id);
    const heard = trial.kind === "practice" ? new Promise((resolve) => feedback.set(trial.id, resolve)) : null;
    await queue.add({ token: place.token, ...found });
    status();
    if (heard) {
      const right = await Promise.race([heard, pause(4000)]);
      if (right != null) await screen(right ? words.right : words.wrong, right ? "" : words.wrong_text, words.next);
    } else since += 1;
  }
}

async function end() {
  message(words.saving, words.saving_text);
  for (;;) {
    while (queue.mine().length) {
      queue.send();
      await pause(200);
    }
    const found = await insist("finish", {}, () => status(words.offline));
    if (found.complete) return thank(found);
    // The server lacks answers that this browser no longer has: ask them again rather than lose them.
    for (const trial of found.missing) done.delete(trial);
    await ask_all();
    message(words.saving, words.saving_text);
  }
}

function thank(found) {
  const code = found.code ? element("p", { class: "code" }, words.code, " ", element("code", {}, found.code)) : null;
  show(element("h1", {}, words.thanks), ...paragraphs(place.debrief), code,
    found.redirect ? element("p", {}, element("a", { href: found.redirect, rel: "noreferrer" }, words.back)) : null);
  main.dataset.complete = "yes";
  if (found.redirect) setTimeout(() => location.assign(found.redirect), 4000);
}

function foot() {
  const button = element("button", { type: "button", class: "quiet", onclick: async () => {
    if (!confirm(words.withdraw_sure)) return;
    await insist("withdraw", {});
    await queue.forget(queue.mine().map((answer) => answer.trial));
    message(words.withdrawn, words.withdrawn_text);
  } }, words.withdraw);
  document.querySelector("footer").replaceChildren(
    element("p", {}, words.your_code, " ", element("code", {}, place.token)), button);
}

// --- the way through ----------------------------------------------------------------------------------------------

function person() {
  const given = new URLSearchParams(location.search);
  const known = given.get("PROLIFIC_PID") || given.get("token");
  if (known) return { person: known, session: given.get("SESSION_ID") };
  const key = `anaphor:${study.base}:${study.name}`;
  try {
    if (!localStorage.getItem(key)) localStorage.setItem(key, random());
    return { person: localStorage.getItem(key), session: null };
  } catch {
    return { person: random(), session: null };
  }
}

async function take_part() {
  try {
    place = await insist("start", person(), () => status(words.offline));
    total = place.trials.length;
    for (const trial of place.answered) done.add(trial);
    queue = await Queue.open(study.name);
    for (const answer of queue.mine()) done.add(answer.trial);
    foot();
    status();
    queue.send();
    if (!place.consented) await consent();
    if (done.size < total) {
      await screen(place.title, place.instructions, place.returned && done.size ? words.go_on : words.go);
      await ask_all();
    }
    await end();
  } catch (error) {
    if (error instanceof Refused) refusal(error);
    else throw error;
  }
}

// One window at a time: a second one waits its turn and says so.
if (navigator.locks) {
  navigator.locks.request(`anaphor-${study.name}`, { ifAvailable: true }, async (lock) => {
    if (lock) return take_part();
    message(words.elsewhere, words.elsewhere_text);
    return navigator.locks.request(`anaphor-${study.name}`, take_part);
  });
} else take_part();
