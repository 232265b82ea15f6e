// The participant's page: one small module, no library, no request to anybody but the study's own server.
// What was answered is first put into the browser's own database and then sent until the server says that it is on disk.

const study = JSON.parse(document.getElementById("study").textContent);
const words = study.words;
const api = (path) => `${study.base}/api/${encodeURIComponent(study.name)}/${path}`;
const main = document.querySelector("main");
const savedNote = document.getElementById("saved");
const netNote = document.getElementById("net");
const bar = document.querySelector("progress");
const key = `anaphor:${study.base}:${study.name}`;

let place = null; // what the server said at the start
let queue = null; // answers that are not yet known to be on disk
let total = 0;
const done = new Set(); // trials that were answered here or before
const feedback = new Map(); // practice trials that wait to hear whether they were right

// --- small things -------------------------------------------------------------------------------------------------

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

function show(...children) {
  main.replaceChildren(...children.filter((child) => child != null));
  delete main.dataset.ready;
  const first = main.querySelector("[data-focus]") || main.querySelector("h1");
  if (first) {
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  }
  window.scrollTo(0, 0);
}

// Words of the study may have some Markdown in them. It becomes elements and texts, never markup: what is no mark is shown.
const MARKS = /\\([\\`*_[\]#-])|`([^`\n]+)`|\*\*(.+?)\*\*|(?<![\w*])\*(?![\s*])(.+?)\*(?![\w*])|(?<![\w_])_(?![\s_])(.+?)_(?![\w_])|\[([^\]\n]+)\]\(((?:https?:\/\/|mailto:)[^\s)]+)\)/su;
function inline(text) {
  const made = [];
  for (let rest = text; rest; ) {
    const found = MARKS.exec(rest);
    if (!found) { made.push(rest); break; }
    if (found.index) made.push(rest.slice(0, found.index));
    const [, escaped, code, strong, slanted, underlined, link, address] = found;
    if (escaped) made.push(escaped);
    else if (code) made.push(element("code", {}, code));
    else if (strong) made.push(element("strong", {}, ...inline(strong)));
    else if (slanted || underlined) made.push(element("em", {}, ...inline(slanted || underlined)));
    else made.push(element("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, ...inline(link)));
    rest = rest.slice(found.index + found[0].length);
  }
  return made;
}

function paragraphs(text) {
  const made = [];
  let open = null; // the paragraph or list that further lines belong to
  for (const line of text.split("\n")) {
    const heading = /^(#{1,4})\s+(.+)$/.exec(line), point = /^\s*(?:[-*+]|(\d+)[.)])\s+(.+)$/.exec(line);
    if (!line.trim()) open = null;
    else if (heading) { made.push(element(heading[1].length > 1 ? "h3" : "h2", {}, ...inline(heading[2]))); open = null; }
    else if (point) {
      const kind = point[1] ? "OL" : "UL";
      if (open?.tagName !== kind) made.push(open = element(kind.toLowerCase()));
      open.append(element("li", {}, ...inline(point[2])));
    } else if (open?.tagName === "P") open.append(" ", ...inline(line.trim()));
    else if (open) open.lastChild.append(" ", ...inline(line.trim()));
    else made.push(open = element("p", {}, ...inline(line.trim())));
  }
  return made;
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const round = (ms) => Math.round(ms * 100) / 100;
const random = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16).padStart(8, "0")).join("");

function message(title, text, ...more) {
  show(element("h1", {}, title), ...paragraphs(text), ...more);
}

// Not every browser lets a page remember things; the study goes on without.
function remember(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

// --- the server ---------------------------------------------------------------------------------------------------

class Refused extends Error {
  constructor(status, body) {
    super(body?.error || String(status));
    this.reason = body?.reason;
  }
}

function request(path, body, more) {
  const headers = { "content-type": "application/json" };
  if (place?.token) headers["x-participant"] = place.token;
  return fetch(api(path), { method: "POST", headers, body: JSON.stringify(body), cache: "no-store", credentials: "omit", ...more });
}

async function ask(path, body) {
  const reply = await request(path, body);
  if (reply.status >= 500 || reply.status === 429) throw new Error(`server says ${reply.status}`);
  const found = await reply.json(); // what is no JSON comes from a proxy or a hotel's log-in page: try again
  if (!reply.ok) throw new Refused(reply.status, found);
  netNote.textContent = "";
  return found;
}

const online = () => new Promise((resolve) => addEventListener("online", resolve, { once: true }));

// Until it works: waits twice as long each time, at most half a minute, with jitter so that a crowd does not come back at once.
async function insist(path, body) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 30000)) {
    try {
      return await ask(path, body);
    } catch (error) {
      if (error instanceof Refused) throw error;
      netNote.textContent = words.offline;
      await Promise.race([pause(wait * (0.5 + Math.random())), online()]);
    }
  }
}

// --- answers on their way -----------------------------------------------------------------------------------------

// The browser's database where there is one; memory where there is none (private windows of some browsers).
class Queue {
  static async open() {
    const made = new Queue();
    made.waiting = new Map();
    made.sending = false;
    try {
      made.database = await new Promise((resolve, reject) => {
        const request = indexedDB.open(key, 1);
        request.onupgradeneeded = () => request.result.createObjectStore("answers", { keyPath: ["token", "trial"] });
        request.onsuccess = () => resolve(request.result);
        request.onerror = request.onblocked = () => reject(request.error);
      });
      for (const answer of await made.store("readonly", (store) => store.getAll())) {
        if (answer.token === place.token) made.waiting.set(answer.trial, answer);
      }
    } catch {
      made.database = null;
    }
    return made;
  }

  get size() {
    return this.waiting.size;
  }

  store(mode, work) {
    if (!this.database) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction("answers", mode, { durability: "strict" });
      const request = work(transaction.objectStore("answers"));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  }

  async add(answer) {
    this.waiting.set(answer.trial, answer);
    await this.store("readwrite", (store) => store.put(answer)).catch(() => {});
    this.send();
  }

  async forget(answers) {
    for (const answer of answers) this.waiting.delete(answer.trial);
    await this.store("readwrite", (store) => {
      for (const answer of answers) store.delete([answer.token, answer.trial]);
    }).catch(() => {});
  }

  next() {
    const batch = [...this.waiting.values()].slice(0, 50);
    return [batch, { answers: batch.map(({ token, ...answer }) => answer) }];
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.size) {
        const [batch, body] = this.next();
        const found = await insist("answers", body);
        await this.forget(batch);
        status();
        for (const receipt of found.receipts) feedback.get(receipt.trial)?.(receipt.right);
      }
    } catch (error) {
      if (error instanceof Refused) refusal(error);
    } finally {
      this.sending = false;
    }
  }

  // The page goes away: one more try that outlives it. Whatever happens to it, the answers are still kept here.
  leave() {
    if (this.size) request("answers", this.next()[1], { keepalive: true }).catch(() => {});
  }
}

function status() {
  const saved = Math.max(0, done.size - (queue?.size ?? 0));
  savedNote.textContent = fill(words.saved, { saved, total });
  bar.hidden = false;
  bar.max = total || 1;
  bar.value = done.size;
}

// --- screens ------------------------------------------------------------------------------------------------------

function refusal(error) {
  message(words.sorry, words.refusals[error.reason] || (place?.token ? words.broken : words.refusals.not_invited));
}

// A screen of text leads on with its button, or with Enter wherever the focus is.
function screen(title, text, button, ...more) {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const lead = () => { stop.abort(); resolve(true); };
    const next = element("button", { class: "next", onclick: lead, type: "button" }, button);
    show(element("h1", {}, title), ...paragraphs(text), ...more, next);
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.repeat || event.target.closest?.("a, button, summary")) return;
      event.preventDefault();
      lead();
    }, { signal: stop.signal });
  });
}

const picked = (id, options) => element("select", { id }, element("option", { value: "" }, "—"), ...options.map(([value, text]) => element("option", { value }, text)));

// True when they agree; false when they do not want to take part or are not who is looked for. Only now is there a place.
async function consent(who) {
  const asks = (name) => place.standard.includes(name);
  const adult = asks("adult") ? element("input", { type: "checkbox", id: "adult" }) : null;
  const native = asks("native") ? picked("native", [["yes", words.yes], ["no", words.no]]) : null;
  const missing = element("p", { id: "missing", role: "alert" });
  const own = place.questions.map((question) => [question, question.options.length ? picked(`q-${question.id}`, question.options.map((each) => [each, each]))
    : element("input", { id: `q-${question.id}`, type: question.number ? "number" : "text", step: question.number ? "any" : null, maxlength: 500, autocomplete: "off" })]);
  const answer = await new Promise((resolve) => {
    const check = () => {
      const open = [[adult, adult?.checked], [native, native?.value], ...own.map(([question, field]) => [field, field.value.trim() || !question.required])]
        .find(([field, given]) => field && !given);
      if (!open) return resolve(true);
      missing.textContent = words.missing;
      open[0].focus();
    };
    message(place.title, place.consent.text,
      element("div", { class: "form" },
        adult && element("label", { for: "adult" }, adult, " ", words.adult),
        native && element("label", { for: "native" }, words.native, " ", native),
        ...own.map(([question, field]) => element("label", { for: field.id }, question.text, question.required ? "" : ` ${words.optional}`, " ", field)),
        missing),
      element("div", { class: "both" },
        element("button", { class: "next", type: "button", onclick: check }, words.agree),
        element("button", { class: "quiet", type: "button", onclick: () => resolve(false) }, words.decline)));
  });
  if (place.preview) {
    if (!answer) message(words.declined, words.declined_text);
    return answer;
  }
  const answers = Object.fromEntries(answer ? own.map(([question, field]) => [question.id, field.value.trim()]) : []);
  const said = { adult: adult ? adult.checked : null, native: native ? native.value === "yes" : null };
  const found = await insist("consent", { ...who, hash: place.consent.hash, agree: answer, answers, ...said });
  if (found.outcome) leave(words[found.outcome], words[`${found.outcome}_text`], found);
  else await settle(found.place);
  return !found.outcome;
}

// Two attempts at the questions on the instructions; true when they are answered rightly.
async function comprehension() {
  for (let first = true; ; first = false) {
    const groups = place.comprehension.map((question, at) => element("fieldset", {}, element("legend", {}, question.text),
      ...question.choices.map((choice, n) => element("label", {}, element("input", { type: "radio", name: `c${at}`, value: n }), " ", choice))));
    const choices = await new Promise((resolve) => {
      const missing = element("p", { id: "missing", role: "alert" });
      const check = () => {
        const open = groups.find((group) => !group.querySelector(":checked"));
        if (!open) return resolve(groups.map((group) => Number(group.querySelector(":checked").value)));
        missing.textContent = words.missing;
        open.querySelector("input").focus();
      };
      show(element("h1", {}, words.comprehension), ...(first ? paragraphs(words.comprehension_text) : [element("p", { role: "status", class: "again" }, words.comprehension_again), ...paragraphs(place.instructions)]),
        element("div", { class: "form" }, ...groups, missing), element("button", { class: "next", type: "button", onclick: check }, words.carry_on));
    });
    if (place.preview) return true;
    const found = await insist("comprehension", { choices });
    if (found.passed) return true;
    if (found.outcome) return leave(words.failed_comprehension, words.failed_comprehension_text, found);
  }
}

// In the first frame after the words are in the document they are drawn, one frame later they are seen: that is the onset.
// Times are those of the frames themselves, so work that delays this script does not move them. A browser under pressure
// gives two frames the same time, or drops some: the former is passed over, and the latter do not delay what is drawn.
let usual = 1000 / 30; // time between two frames of this screen, as short as it was ever seen
const painted = () => new Promise((resolve) => requestAnimationFrame((first) => {
  const wait = (now) => {
    if (now - first < 3) return requestAnimationFrame(wait);
    usual = Math.min(usual, now - first);
    resolve({ onset: first + usual, frame: now - first });
  };
  requestAnimationFrame(wait);
}));

function draw(trial, answer) {
  const buttons = trial.choices.map((choice, at) => element("button", { type: "button", class: "choice", "aria-keyshortcuts": trial.keys[at], onclick: (event) => answer(at, event) },
    element("span", {}, choice),
    trial.keys[at] && trial.keys[at] !== choice ? element("kbd", { "aria-hidden": "true" }, trial.keys[at].toUpperCase()) : null));
  const count = fill(words.count, { n: place.trials.indexOf(trial) + 1, total });
  show(
    element("h1", { class: "count" }, trial.kind === "practice" ? `${words.practice} · ${count}` : count),
    element("p", { class: "sentence", id: "sentence", "data-focus": true }, trial.text),
    trial.prompt ? element("p", { class: "prompt", id: "prompt" }, trial.prompt) : null,
    element("div", { class: trial.scale ? `choices scale${trial.choices.every((each) => each.length < 3) ? " short" : ""}` : "choices", role: "group", "aria-labelledby": trial.prompt ? "prompt" : "sentence" }, ...buttons),
    element("details", { class: "remark" }, element("summary", {}, words.remark), element("textarea", { id: "remark", maxlength: 2000, "aria-label": words.remark })));
}

function run(trial) {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const seen = { focus: 0, hidden: 0, held: false, since: document.hidden ? performance.now() : null };
    let onset = null;
    const answer = (at, event) => {
      if (stop.signal.aborted || !onset) return; // before the sentence was painted there is nothing to answer
      if (event.detail > 1 && event.timeStamp - onset.onset < 500) return; // a double click was meant for the sentence before
      stop.abort();
      if (seen.since != null) seen.hidden += event.timeStamp - seen.since;
      resolve({
        trial: trial.id, choice: at, attempt: random(),
        rt_ms: round(event.timeStamp - onset.onset), onset_ms: round(onset.onset), response_ms: round(event.timeStamp),
        frame_ms: round(onset.frame), focus_losses: seen.focus, hidden_ms: round(seen.hidden), repeated_key: seen.held,
        device: event.type === "keydown" || event.detail === 0 ? "key" : event.pointerType || "mouse",
        comment: document.getElementById("remark")?.value.trim() || null,
      });
    };
    const on = (target, name, work) => target.addEventListener(name, work, { signal: stop.signal });
    on(document, "visibilitychange", (event) => {
      if (document.hidden) seen.since = event.timeStamp;
      else if (seen.since != null) { seen.hidden += event.timeStamp - seen.since; seen.since = null; }
    });
    on(window, "blur", () => { seen.focus += 1; });
    on(document, "keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "TEXTAREA") return;
      const at = trial.keys.indexOf(event.key.toLowerCase());
      if (at < 0) return;
      event.preventDefault();
      if (event.repeat) seen.held = true; // still down from the sentence before: noted, and no answer to this one
      else answer(at, event);
    });
    draw(trial, answer);
    painted().then((found) => { onset = found; main.dataset.ready = trial.id; });
  });
}

async function askAll() {
  let since = 0;
  const rest = place.trials.filter((trial) => !done.has(trial.id));
  for (const [index, trial] of rest.entries()) {
    if (index && trial.kind !== "practice" && rest[index - 1].kind === "practice") await screen(words.begins, words.begins_text, words.go);
    if (since && since % place.block === 0 && index < rest.length - 1) await screen(words.break_title, words.break_text, words.carry_on);
    const found = await run(trial);
    done.add(trial.id);
    const heard = trial.kind === "practice" ? new Promise((resolve) => feedback.set(trial.id, resolve)) : null;
    if (place.preview) { status(); continue; }
    await queue.add({ token: place.token, ...found });
    status();
    if (heard) {
      const right = await Promise.race([heard, pause(4000)]);
      if (right != null) await screen(right ? words.right : words.wrong, right ? words.right_text : words.wrong_text, words.next);
    } else since += 1;
  }
}

async function end() {
  if (place.preview) return message(words.preview_end, words.preview);
  for (;;) {
    message(words.saving, words.saving_text);
    while (queue.size) {
      queue.send();
      await pause(100);
    }
    const found = await insist("finish", {});
    if (found.outcome) return leave(words.thanks, place.debrief, found);
    // The server lacks answers that this browser no longer has: ask them again rather than lose them.
    for (const trial of found.missing) done.delete(trial);
    status();
    await askAll();
  }
}

function leave(title, text, found) {
  const code = found.code ? element("p", { class: "code" }, words.code, " ", element("code", {}, found.code)) : null;
  message(title, text, code,
    found.redirect ? element("p", {}, element("a", { href: found.redirect, rel: "noreferrer" }, words.back)) : null);
  main.dataset.complete = found.outcome;
  if (found.redirect) setTimeout(() => location.assign(found.redirect), 3000);
  return false;
}

function foot() {
  const withdraw = element("button", { type: "button", class: "quiet", onclick: async () => {
    if (!confirm(words.withdraw_sure)) return;
    await insist("withdraw", {});
    await queue.forget([...queue.waiting.values()]);
    remember(`${key}:withdrawn`, "yes");
    message(words.withdrawn, words.withdrawn_text);
    document.querySelector("footer").replaceChildren();
  } }, words.withdraw);
  document.querySelector("footer").replaceChildren(
    element("p", {}, words.your_code, " ", element("code", {}, place.token), " ",
      element("a", { href: `${location.pathname}/withdraw?code=${encodeURIComponent(place.token)}`, target: "_blank", rel: "noopener" }, words.withdraw_link)), withdraw,
    place.contact ? element("p", {}, words.contact, " ", place.contact) : "");
}

// --- the way through ----------------------------------------------------------------------------------------------

function person() {
  const given = new URLSearchParams(location.search);
  if (study.recruiter === "prolific") return { person: given.get("PROLIFIC_PID") || null, session: given.get("SESSION_ID"), study: given.get("STUDY_ID") };
  if (study.recruiter === "tokens") return { person: given.get("token") || null };
  return { person: remember(key) || remember(key, random()) || random() };
}

// Somebody has a place: what they have answered, what waits to be sent, and their code at the foot of the page.
async function settle(found) {
  place = found;
  total = place.trials.length;
  if (place.preview) return;
  for (const trial of place.answered) done.add(trial);
  queue = await Queue.open();
  for (const trial of queue.waiting.keys()) done.add(trial);
  foot();
  status();
}

async function takePart() {
  const who = study.preview ? { person: "preview" } : person();
  if (!who.person) return message(words.sorry, words.refusals.not_invited);
  if (study.recruiter === "link" && !study.preview && remember(`${key}:withdrawn`)) return message(words.sorry, words.refusals.withdrawn);
  try {
    addEventListener("pagehide", () => queue?.leave());
    addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
    place = study.preview ?? await insist("start", who); // an organiser's preview brings everything along
    if (place.preview) netNote.textContent = words.preview;
    if (place.token || place.preview) await settle(place);
    if (!place.consented && !(await consent(who))) return;
    queue?.send();
    if (done.size < total) {
      await screen(place.title, place.instructions, place.returned && done.size ? words.go_on : words.go);
      if (place.comprehension.length && !(await comprehension())) return;
      await askAll();
    }
    await end();
  } catch (error) {
    if (error instanceof Refused) refusal(error);
    else throw error;
  }
}

// One window at a time: a second one waits its turn and says so.
if (navigator.locks) {
  navigator.locks.request(key, { ifAvailable: true }, async (lock) => {
    if (lock) return takePart();
    message(words.elsewhere, words.elsewhere_text);
    return navigator.locks.request(key, takePart);
  });
} else takePart();
