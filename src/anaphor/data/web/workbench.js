// The workbench: a list of entries, a form, and what the program says at every pause of the typing.

import { Kept, Steps, emptyDraft, isEmpty, mergeDrafts, newKey, number as newNumber, same, tab } from "./workbench_drafts.js";
import { alternatives, markAnaphor, markSpecial, selected, withAlternate } from "./workbench_marks.js";
import { h, showAlternates, showResults } from "./workbench_results.js";

const PAUSE_MS = 250;
const THINKING_MS = 450; // a longer pause: the author may be about to write the alternate
const RETRY_MS = 2000;
const MOST_ROWS = 300; // of the list: nobody reads thousands, and a search finds them
const setting = JSON.parse(document.getElementById("setting").textContent);
// On a site its header chooses the language of all pages; a page of its own remembers what its switch chose.
const ownSwitch = !setting.home;
const language = (ownSwitch ? localStorage.getItem("anaphor:interface") : null) ?? setting.interface ?? (navigator.language.startsWith("fr") ? "fr" : "en");
const words = setting.words[language] ?? setting.words.en;
const domains = new Map(Object.entries(setting.domains[language] ?? setting.domains.en)); // as in the file → as people of this page say
const domainIds = new Map([...domains].map(([id, shown]) => [shown.toLocaleLowerCase(language), id]));
const kept = new Kept(setting.file);
const fill = (text, parts) => text.replace(/\{(\w+)\}/g, (whole, name) => parts[name] ?? whole);

let file = { file: "absent", entries: [] };
let open = null; // the entry in the form: key, was, base, saved, draft, steps
let asked = 0; // number of the latest question
let waiting = null;
let thinking = null;
let alternates = []; // suggested for the special word of the draft in the form
let marks = { file: null, of: {} }; // the worst finding of each entry
let away = null; // the timer that waits for a program that does not answer
let unsent = false; // whether a save waits for it
let lacks = []; // what the draft in the form still needs, as far as is known
let saving = Promise.resolve(); // saves go one after the other: a second press must see what the first has made
const asker = newNumber(); // questions are counted anew after a reload, which a tab outlives

// --- asking the program ---------------------------------------------------------------------------------------------

async function ask(path, body, again = true) {
  const headers = { "accept-language": language, ...(body === undefined ? {} : { "content-type": "application/json", "x-check": setting.check }) };
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  try {
    const reply = await fetch(`${setting.path}/api/${path}`, { cache: "no-store", headers, ...sent });
    if (reply.redirected) { location.reload(); return null; } // the log-in has ended; what is written is kept
    const found = await reply.json();
    if (reply.status === 403 && found.reason === "stale_check" && again && await renew()) return ask(path, body, false);
    if (reply.status === 404 && path === "state") { say(words.moved, "net"); return null; } // started anew under another address
    if (!reply.ok && words[`refused_${found.reason}`]) found.error = words[`refused_${found.reason}`]; // in the page's language
    if (parts.said.dataset.why === "net") say("");
    return { ok: reply.ok, status: reply.status, found };
  } catch {
    say(words.unreachable, "net");
    away ??= setTimeout(comeBack, RETRY_MS);
    return null;
  }
}

// A server that was started anew, or a new log-in, wants another check than this page got.
async function renew() {
  const page = new DOMParser().parseFromString(await (await fetch(`${setting.path}/`, { cache: "no-store" })).text(), "text/html");
  const found = page.getElementById("setting");
  if (!found) { location.reload(); return false; }
  setting.check = JSON.parse(found.textContent).check;
  return true;
}

async function comeBack() {
  away = null;
  const reply = await ask("state");
  if (!reply?.ok) return; // asked again by the failure itself
  if (unsent) { unsent = false; save(); } else await refresh();
  lookSoon(0);
}

async function look() {
  waiting = null;
  asked += 1;
  const number = asked;
  const reply = await ask("look", { draft: open.draft, number, tab: asker, interface: language, was: open.was });
  if (!reply || number !== asked) return; // an older answer than the latest question
  if (!reply.ok) { say(reply.found.error, "error"); return; }
  if (reply.found.stale) return;
  showResults(parts.results, reply.found, words, language);
  showSuggestions(reply.found.domains);
  showLacks(reply.found.lacks);
  tell(reply.found);
  suggestSoon();
  if (reply.found.file !== file.file) await refresh();
  if (reply.found.warming) lookSoon(700);
}

function lookSoon(pause = PAUSE_MS) {
  clearTimeout(waiting);
  waiting = setTimeout(look, pause);
}

// Words for the other half: unfolded where it is missing, else for those who ask. Nothing of it is saved by itself.
function suggestSoon() {
  clearTimeout(thinking);
  const [first, ...others] = alternatives(open.draft.text);
  const possible = open.draft.kind === "schema" && !open.draft.raw && first.trim() !== "" && others.length < 2 && Number.isInteger(open.draft.keys[0]);
  if (possible && parts.alternates.hidden) parts.alternates.open = others.every((each) => !each.trim());
  parts.alternates.hidden = !possible;
  if (!possible) showWords([]);
  else if (parts.alternates.open) thinking = setTimeout(suggest, THINKING_MS);
}

async function suggest() {
  const { draft } = open;
  const reply = await ask("suggest", { draft, tab: asker, interface: language });
  if (reply?.ok && draft === open.draft) showWords(reply.found.alternates);
}

function showWords(found) {
  alternates = found;
  showAlternates(parts.words, found, words, language, takeAlternate);
}

function takeAlternate(each) {
  if (!each || parts.alternates.hidden || !parts.alternates.open) return;
  const { text, question, keys, candidates } = open.draft;
  const asked = alternatives(question)[0] === alternatives(text)[0] ? withAlternate(question, each.alternate) : question;
  open.steps.note(open.draft, true);
  set({ ...open.draft, text: withAlternate(text, each.alternate), question: asked, keys: [keys[0], candidates.findIndex((other) => other.trim() === each.answer)] });
}

async function refresh() {
  const reply = await ask("state");
  if (!reply?.ok) return;
  if (reply.found.error) { say(reply.found.error, "file"); file = { ...file, file: reply.found.file }; return; }
  if (parts.said.dataset.why === "file") say("");
  await take(reply.found);
}

// A coloured mark for each entry; a large file is looked at piece by piece.
async function mark() {
  const asked = file.file;
  const reply = await ask("marks");
  if (!reply?.ok || asked !== file.file) return;
  marks = { file: asked, of: { ...marks.of, ...reply.found.marks } };
  showList();
  if (reply.found.left) setTimeout(mark, PAUSE_MS);
}

// The file as it is now: an entry that is open and untouched follows it, one that was changed here says so.
async function take(found) {
  file = found;
  const listed = open?.was === null ? undefined : file.entries.find((each) => each.id === open?.was);
  if (open && open.was !== null && listed?.base !== open.base) {
    if (!isDirty() && listed) await openEntry(open.was);
    else if (!document.getElementById("conflict")) note(words.entry_changed, []);
  }
  showList();
}

// --- the entry in the form ------------------------------------------------------------------------------------------

const isDirty = () => (open.saved ? !same(open.draft, open.saved) : !isEmpty(open.draft));

function start(entry) {
  open = { steps: new Steps(), ...entry };
  sessionStorage.setItem(`anaphor:open:${setting.file}`, open.key);
  parts.notices.replaceChildren();
  parts.alternates.hidden = true; // what was suggested was for another draft
  say("");
  fillForm(open.draft);
  showState();
  lookSoon(0);
}

function openNew(kind) {
  start({ key: newKey(), was: null, base: null, saved: null, draft: emptyDraft(kind) });
  parts.text.focus();
}

function openKept(record) {
  const listed = file.entries.some((each) => each.id === record.was);
  start({ key: record.key, was: listed ? record.was : null, base: listed ? record.base : null, saved: record.saved ?? null, draft: record.draft });
  store();
  showState();
}

async function openEntry(id) {
  const own = kept.mine(`id:${id}`);
  const reply = await ask(`entry?id=${encodeURIComponent(id)}`);
  if (!reply?.ok) { if (reply) say(reply.found.error, "error"); return; }
  const saved = reply.found.draft;
  const entry = { key: `id:${id}`, was: id, base: reply.found.base, saved, draft: saved };
  start(entry);
  if (!own || same(own.draft, saved)) { kept.forget(entry.key); return; }
  open.base = own.base;
  open.draft = own.draft;
  fillForm(own.draft);
  showState();
  const discard = () => { open.steps.note(open.draft, true); open.base = entry.base; parts.notices.replaceChildren(); set(saved); };
  note(fill(words.restored, { when: moment(own.at) }), [[words.discard, discard]]);
  if (own.base !== reply.found.base) note(words.entry_changed, [], true);
}

// The form says something new.
function changed(apart = false) {
  const now = readForm();
  if (JSON.stringify(now) === JSON.stringify(open.draft)) return;
  open.steps.note(open.draft, apart);
  open.draft = now;
  forgetRefusal();
  showAnswers();
  store();
  showState();
  lookSoon();
}

function set(draft) {
  open.draft = draft;
  forgetRefusal();
  fillForm(draft);
  store();
  showState();
  lookSoon(0);
}

function store() {
  if (!isDirty()) kept.forget(open.key);
  else if (!kept.put(open.key, { draft: open.draft, was: open.was, base: open.base, saved: open.saved })) say(words.unsaved, "error");
}

function undo() { const found = open.steps.back(open.draft); if (found) set(found); }
function redo() { const found = open.steps.forth(open.draft); if (found) set(found); }

function save() {
  const sent = open;
  const next = () => (sent === open ? write(sent) : null);
  saving = saving.then(next, next);
}

async function write(sent) {
  if (!isDirty() && open.was !== null) return;
  say("");
  clearTimeout(waiting);
  const draft = open.draft;
  const reply = await ask("save", { draft, was: open.was, base: open.base, file: file.file });
  unsent = !reply && away !== null;
  if (!reply || sent !== open) return;
  if (reply.status === 409) { showConflict(reply.found); return; }
  if (!reply.ok) { refuse(reply); lookSoon(0); return; }
  settle(reply.found, draft);
  say(fill(reply.found.merged ? words.merged : words.saved, { file: setting.shown }), "saved");
}

// An author is told what is still needed, in the page's language; only the file's reader knows of other reasons.
function refuse(reply) {
  const needed = reply.status === 400 ? lacks.map((each) => each.message).join(" ") : "";
  say(needed || reply.found.error, "refused");
}

function forgetRefusal() {
  lacks = [];
  if (parts.said.dataset.why === "refused") say("");
}

// What was sent is in the file; what was typed meanwhile is not.
function settle(found, sent) {
  const { entry, state } = found;
  kept.forget(open.key);
  const untouched = same(open.draft, sent);
  Object.assign(open, { key: `id:${entry.draft.id}`, was: entry.draft.id, base: entry.base, saved: entry.draft });
  sessionStorage.setItem(`anaphor:open:${setting.file}`, open.key);
  parts.notices.replaceChildren();
  file = state;
  if (untouched) { open.draft = entry.draft; fillForm(entry.draft); }
  store();
  showState();
  lookSoon(0);
}

// What a machine found is accepted or rejected with one key, and the next one opens: fifty in ten minutes.
const unseen = () => file.entries.filter((each) => each.status === "unvalidated");
async function judge(status) {
  if (open.draft.status !== "unvalidated") return;
  set({ ...open.draft, status, reason: status === "excluded" ? words.rejected : open.draft.reason });
  save();
  await saving;
  if (!isDirty()) openNext();
}

function openNext() {
  const at = file.entries.findIndex((each) => each.id === open.was);
  const left = unseen().filter((each) => each.id !== open.was);
  const next = left.find((each) => file.entries.indexOf(each) > at) ?? left[0];
  if (next) openEntry(next.id);
  else say(words.all_seen, "saved");
}

function answer(number) {
  if (open.draft.kind !== "problem" || open.draft.raw || number >= open.draft.candidates.length) return;
  open.steps.note(open.draft, true);
  set({ ...open.draft, keys: [number] });
}

async function removeEntry() {
  if (parts.remove.dataset.sure === undefined) {
    parts.remove.dataset.sure = "";
    parts.remove.textContent = words.remove_sure;
    return;
  }
  if (open.was === null) { kept.forget(open.key); openNew(open.draft.kind); return; }
  const sent = open;
  const reply = await ask("remove", { was: open.was, base: open.base, file: file.file });
  if (reply && sent !== open) await refresh(); // another entry is in the form by now
  if (!reply || sent !== open) return;
  if (reply.status === 409) { showConflict(reply.found); return; }
  if (!reply.ok) { say(reply.found.error, "error"); return; }
  kept.forget(open.key);
  const id = open.was;
  Object.assign(open, { key: newKey(), was: null, base: null, saved: null });
  file = reply.found.state;
  store();
  showState();
  say(fill(words.removed, { id }), "saved");
}

// Somebody else changed this entry: fields that only one of us changed are merged, of the others one version is chosen.
function showConflict(found) {
  file = found.state;
  const theirs = found.theirs;
  const merge = theirs && mergeDrafts(open.saved, open.draft, theirs.draft);
  const keep = (draft) => { Object.assign(open, theirs ? { base: theirs.base, saved: theirs.draft } : { base: null, was: null }); parts.notices.replaceChildren(); if (!same(draft, open.draft)) { open.steps.note(open.draft, true); set(draft); } store(); showState(); save(); };
  const takeTheirs = () => {
    open.steps.note(open.draft, true);
    kept.forget(open.key);
    parts.notices.replaceChildren();
    if (!theirs) { Object.assign(open, { was: null, base: null, saved: null }); set(emptyDraft(open.draft.kind)); return; }
    Object.assign(open, { key: `id:${theirs.draft.id}`, was: theirs.draft.id, base: theirs.base, saved: theirs.draft });
    set(theirs.draft);
  };
  if (merge && !merge.torn.length) { keep(merge.draft); return; }
  const shown = (draft, name) => {
    if (name === "candidates") return `${draft.candidates.filter(Boolean).join(", ")} → ${draft.keys.map((at) => draft.candidates[at] ?? words.not_said).join(", ")}`;
    return name === "domains" ? showDomains(draft.domains) : words[draft[name]] ?? String(draft[name]);
  };
  const choices = (merge?.torn ?? []).map((name) => {
    const side = (whose, draft) => h("label", { class: "side" }, h("input", { type: "radio", name: `torn-${name}`, value: whose, checked: whose === "mine" }), ` ${words[whose]}\u00a0: `, h("span", { class: "version" }, shown(draft, name)));
    return h("fieldset", { "data-torn": name }, h("legend", {}, words[name] ?? name), side("mine", open.draft), side("theirs", theirs.draft));
  });
  const chosen = () => {
    const draft = { ...merge.draft };
    for (const name of merge.torn) {
      const from = document.querySelector(`[name="torn-${name}"]:checked`).value === "mine" ? open.draft : theirs.draft;
      for (const each of name === "candidates" ? ["candidates", "keys"] : [name]) draft[each] = from[each];
    }
    keep(draft);
  };
  const act = (name, work) => h("button", { type: "button", onclick: work }, words[name]);
  parts.notices.replaceChildren(h("div", { class: "note bad", id: "conflict", role: "alert", tabindex: "-1" },
    h("p", {}, theirs ? words.conflict : words.conflict_removed), ...choices,
    h("div", { class: "acts" }, ...(theirs ? [act("save_choice", chosen), act("take_theirs", takeTheirs)] : [act("keep_mine", () => keep(open.draft)), act("take_theirs", takeTheirs)]))));
  showState();
  parts.notices.firstChild.focus();
  parts.notices.firstChild.scrollIntoView({ block: "center" });
}

// --- the page -------------------------------------------------------------------------------------------------------

const parts = {};

function field(name, tag, properties = {}) {
  parts[name] = h(tag, { id: name, name, autocomplete: "off", ...properties });
  const hint = words[`${name}_hint`];
  if (hint) parts[name].setAttribute("aria-describedby", `${name}-hint`);
  return h("div", { "data-field": name }, h("label", { for: name }, words[name]), hint ? h("p", { class: "hint", id: `${name}-hint` }, hint) : null, parts[name]);
}

const option = (value) => h("option", { value }, value ? words[value] : "");
const key = (text) => h("kbd", { "aria-hidden": "true" }, text);
function button(name, work, properties = {}, ...more) {
  parts[name] = h("button", { type: "button", id: `do-${name.replaceAll("_", "-")}`, onclick: work, ...properties }, words[name], ...more);
  return parts[name];
}

function build() {
  document.documentElement.lang = language;
  document.title = `${words.title} · ${setting.shown}`;
  parts.said = h("p", { id: "said", role: "status" });
  parts.notices = h("div", { id: "notices" });
  parts.offers = h("div", { id: "offers" });
  parts.results = h("div", { id: "results" });
  parts.heard = h("p", { class: "heard", role: "status" });
  parts.heading = h("h2", { id: "heading" });
  parts.unseen = h("span", { class: "soft" });
  parts.review = h("div", { class: "acts", id: "review", role: "group", "aria-label": words.review, hidden: "" },
    button("accept", () => judge("proposed"), { class: "main" }, " ", key("Alt K")), button("reject", () => judge("excluded"), {}, " ", key("Alt X")),
    button("next", openNext, { class: "quiet" }, " ", key("Alt N")), h("span", { class: "soft" }, words.review_hint), parts.unseen);
  const other = language === "fr" ? "en" : "fr";
  const switchTo = () => { localStorage.setItem("anaphor:interface", other); location.reload(); };
  const text = field("text", "textarea", { spellcheck: "true" });
  const tools = h("div", { class: "acts", role: "group", "aria-label": words.marks },
    button("mark_anaphor", () => tool(markAnaphor), {}, " ", key("Alt A")), button("mark_candidate", addCandidate, {}, " ", key("Alt C")), button("mark_special", () => tool(markSpecial), {}, " ", key("Alt S")));
  text.insertBefore(tools, parts.text);
  parts.candidates = h("div", { id: "candidates" });
  parts.keys = h("div", { id: "keys" });
  parts.suggestions = h("div", { class: "suggestions" });
  const candidates = h("fieldset", { "data-field": "candidates" }, h("legend", {}, words.candidates), parts.candidates, button("add_candidate", moreCandidates, { class: "quiet" }));
  const answers = h("fieldset", { "data-field": "keys" }, h("legend", {}, words.answers), parts.keys);
  parts.words = h("div", {});
  parts.alternates = h("details", { id: "alternates", hidden: "", ontoggle: () => { if (parts.alternates.open) suggestSoon(); } }, h("summary", {}, words.alternates), h("p", { class: "hint" }, words.alternates_note), parts.words);
  const status = field("status", "select");
  parts.status.append(...["agreed", "proposed", "unvalidated", "excluded"].map(option));
  const origin = field("origin", "select");
  parts.origin.append(...["", "verbatim", "modified", "constructed"].map(option));
  parts.onlyProblem = [origin, field("genre", "input")];
  parts.details = h("details", {}, h("summary", {}, words.details), field("source", "input"), status, field("reason", "input"), field("notes", "textarea"), ...parts.onlyProblem);
  const more = field("more", "textarea", { class: "code", spellcheck: "false" });
  parts.details.append(more);
  parts.rawNote = h("p", { class: "note" }, words.raw);
  parts.usual = h("div", {}, field("id", "input", { spellcheck: "false", autocapitalize: "off" }), text, field("question", "input"), candidates, answers, parts.alternates, field("domains", "input"), parts.suggestions);
  parts.form = h("form", { "aria-labelledby": "heading" }, parts.rawNote, parts.usual, parts.details);
  parts.form.addEventListener("submit", (event) => { event.preventDefault(); save(); });
  parts.form.addEventListener("input", () => changed());
  parts.list = h("ul", { id: "entries" });
  parts.filter = h("input", { id: "filter", type: "search", "aria-label": words.filter, placeholder: words.filter });
  parts.filter.addEventListener("input", showList);
  const glossary = h("details", { id: "glossary" }, h("summary", {}, words.glossary), h("dl", {}, ["anaphor", "special", "schema", "problem", "reading", "bits"].flatMap((name) => [h("dt", {}, words[`term_${name}`]), h("dd", {}, words[`term_${name}_means`])])));
  parts.nav = h("details", { open: window.innerWidth >= 768 }, h("summary", {}, words.entries, " ", h("span", { class: "soft", id: "count" })), parts.filter, parts.list);
  const bar = document.querySelector("header.bar");
  document.body.replaceChildren(
    ...(bar ? [bar] : []),
    h("header", {}, h("h1", {}, words.title, " ", h("span", { class: "soft" }, setting.shown)),
      h("div", { class: "acts" }, button("save", save, { class: "main" }, " ", key("Ctrl S")), button("undo", undo), button("redo", redo),
        setting.home ? h("a", { href: setting.home }, words.home) : null, ownSwitch ? button("other_language", switchTo, { class: "quiet", lang: other }) : null), parts.said),
    h("div", { class: "bench" },
      h("nav", { "aria-label": words.entries }, h("div", { class: "acts" }, button("new_schema", () => openNew("schema")), button("new_problem", () => openNew("problem"))), parts.nav, glossary),
      h("main", {}, parts.offers, parts.heading, parts.notices, parts.review, parts.form, h("div", { class: "acts" }, button("remove", removeEntry, { class: "quiet" }))),
      h("section", { "aria-label": words.looking }, h("h2", {}, words.looking), parts.heard, parts.results)));
}

const SIMPLE = ["id", "text", "question", "source", "reason", "genre", "more", "status", "origin"];

function fillForm(draft) {
  for (const name of SIMPLE) if (parts[name].value !== draft[name]) parts[name].value = draft[name];
  parts.notes.value = draft.notes;
  parts.domains.value = showDomains(draft.domains);
  showCandidates(draft.candidates);
  showAnswers(draft);
  parts.rawNote.hidden = !draft.raw;
  parts.usual.hidden = draft.raw;
  if (draft.raw || draft.more || draft.notes || draft.source || draft.reason || draft.status !== "agreed") parts.details.open = true;
  for (const each of parts.onlyProblem) each.hidden = draft.kind !== "problem";
}

function readForm() {
  const draft = { ...open.draft };
  for (const name of SIMPLE) draft[name] = parts[name].value;
  draft.notes = parts.notes.value;
  draft.domains = parts.domains.value.split(",").map((each) => each.trim()).filter(Boolean).map(domainOf);
  draft.candidates = [...parts.candidates.querySelectorAll("input")].map((each) => each.value);
  draft.keys = [...parts.keys.querySelectorAll("select")].map((each) => (each.value === "" ? null : Number(each.value)));
  return draft;
}

function showCandidates(candidates) {
  const shown = candidates.length < 2 ? [...candidates, "", ""].slice(0, 2) : candidates;
  while (parts.candidates.children.length > shown.length) parts.candidates.lastChild.remove();
  shown.forEach((text, at) => {
    const row = parts.candidates.children[at];
    if (!row) parts.candidates.append(h("div", { class: "row" }, h("label", { for: `candidate-${at}` }, `${at + 1}.`), h("input", { id: `candidate-${at}`, autocomplete: "off", "aria-label": `${words.candidate} ${at + 1}` })));
    const input = parts.candidates.children[at].querySelector("input");
    if (input.value !== text) input.value = text;
  });
}

// A choice for each twin; what was chosen stays chosen while candidates and special words are typed.
function showAnswers(draft = open.draft) {
  const cues = draft.kind === "schema" ? alternatives(draft.text) : [""];
  while (parts.keys.children.length > cues.length) parts.keys.lastChild.remove();
  cues.forEach((cue, at) => {
    if (!parts.keys.children[at]) parts.keys.append(h("div", { class: "row" }, h("label", { for: `key-${at}` }), h("select", { id: `key-${at}` })));
    const [label, select] = parts.keys.children[at].children;
    label.textContent = cue.trim() && cues.length > 1 ? fill(words.answer_for, { cue }) : words.answer;
    const options = [["", words.not_said], ...draft.candidates.map((each, number) => [String(number), each.trim()]).filter(([, each]) => each)];
    if (select.dataset.options !== JSON.stringify(options)) {
      select.replaceChildren(...options.map(([value, shown]) => h("option", { value }, shown)));
      select.dataset.options = JSON.stringify(options);
    }
    select.value = draft.keys[at] === null || draft.keys[at] === undefined ? "" : String(draft.keys[at]);
  });
}

function tool(work) {
  if (open.draft.raw) return; // its text stands among its lines
  work(parts.text);
  changed(true);
}

function addCandidate() {
  const text = selected(parts.text);
  if (!text || open.draft.raw) return;
  const inputs = [...parts.candidates.querySelectorAll("input")];
  const free = inputs.find((each) => !each.value.trim());
  if (free) free.value = text;
  else showCandidates([...inputs.map((each) => each.value), text]);
  parts.text.focus();
  changed(true);
}

function moreCandidates() {
  const inputs = [...parts.candidates.querySelectorAll("input")];
  showCandidates([...inputs.map((each) => each.value), ""]);
  parts.candidates.lastChild.querySelector("input").focus();
}

const showDomains = (ids) => ids.map((each) => domains.get(each) ?? each).join(", ");
// What a file says in words of its own stays as it is.
const domainOf = (text) => (domains.has(text) || open.draft.domains.includes(text) ? text : domainIds.get(text.toLocaleLowerCase(language)) ?? text);

function showSuggestions(found) {
  const add = (name) => { parts.domains.value = showDomains([...open.draft.domains, name]); changed(true); };
  const fresh = found.filter((each) => !open.draft.domains.includes(each.name));
  parts.suggestions.replaceChildren(...(fresh.length ? [h("span", { class: "soft" }, words.suggested), ...fresh.map((each) => h("button", { type: "button", title: each.about, onclick: () => add(each.name) }, each.shown))] : []));
}

// The verdict for those who hear the page: said when it changes, and only then.
function tell(found) {
  const text = found.whole?.sentence ?? found.variants[0]?.verdict.sentence ?? "";
  if (parts.heard.textContent !== text) parts.heard.textContent = text;
}

function showLacks(found) {
  lacks = found;
  const fields = new Set(isEmpty(open.draft) ? [] : found.map((each) => each.field));
  for (const name of ["text", "question", "more"]) parts[name].setAttribute("aria-invalid", String(fields.has(name)));
}

function showList() {
  const wanted = parts.filter.value.trim().toLocaleLowerCase();
  const unsaved = kept.all().filter((each) => each.owner === tab);
  const fresh = unsaved.filter((each) => each.was === null);
  const dirty = new Set(unsaved.filter((each) => each.was !== null).map((each) => each.was));
  const dot = (id) => (marks.of[id] ? h("span", { class: `dot sev-${marks.of[id]}`, role: "img", "aria-label": words[`mark_${marks.of[id]}`], title: words[`mark_${marks.of[id]}`] }) : null);
  const row = (current, title, label, isUnsaved, work, id) => h("li", {}, h("button", { type: "button", onclick: work, "aria-current": current ? "true" : null }, dot(id), title, isUnsaved ? h("span", { class: "bad" }, ` • ${words.unsaved}`) : null, h("span", { class: "label" }, label)));
  const all = file.entries.filter((each) => !wanted || `${each.id} ${each.text}`.toLocaleLowerCase().includes(wanted));
  const from = Math.max(0, Math.min(all.findIndex((each) => each.id === open?.was) - MOST_ROWS / 2, all.length - MOST_ROWS)); // the open one is among those shown
  const rows = all.slice(from, from + MOST_ROWS).map((each) => row(open?.was === each.id, each.id, each.text, dirty.has(each.id), () => openEntry(each.id), each.id));
  if (all.length > rows.length) rows.push(h("li", { class: "soft" }, fill(words.more_entries, { count: (all.length - rows.length).toLocaleString(language) })));
  const news = fresh.map((each) => row(open?.key === each.key, each.draft.id || words.untitled, each.draft.text, true, () => openKept(each)));
  parts.list.replaceChildren(...(rows.length + news.length ? [...rows, ...news] : [h("li", { class: "soft" }, words.no_entries)]));
  if (marks.file !== file.file && file.entries.length) { marks = { file: file.file, of: marks.of }; mark(); }
  document.getElementById("count").textContent = file.entries.length;
}

function showState() {
  const dirty = isDirty();
  parts.save.disabled = !dirty;
  parts.undo.disabled = !open.steps.past.length;
  parts.redo.disabled = !open.steps.future.length;
  parts.remove.textContent = words.remove;
  delete parts.remove.dataset.sure;
  parts.review.hidden = open.was === null || open.draft.status !== "unvalidated";
  parts.unseen.textContent = fill(words.unseen, { count: unseen().length });
  parts.heading.replaceChildren(words[open.draft.kind], " ", h("span", { class: "soft" }, open.was ?? words.untitled), dirty ? h("span", { class: "bad" }, ` • ${words.unsaved}`) : "");
  showList();
}

function say(text, why = "") {
  parts.said.textContent = text;
  parts.said.dataset.why = why;
  parts.said.className = why && why !== "saved" ? "bad" : "";
}

function note(text, acts, more = false) {
  const made = h("div", { class: "note", role: "status" }, h("p", {}, text), h("div", { class: "acts" }, acts.map(([name, work]) => h("button", { type: "button", onclick: work }, name))));
  if (more) parts.notices.append(made);
  else parts.notices.replaceChildren(made);
}

const moment = (at) => new Date(at).toLocaleString(language, { dateStyle: "short", timeStyle: "short" });

// Words that another window of this browser left: shown until they are taken up or thrown away.
function offer() {
  for (const each of kept.others()) {
    const made = h("div", { class: "note", "data-offer": each.key }, h("p", {}, fill(words.offered, { when: moment(each.at) })), h("p", {}, each.draft.text || each.draft.more));
    const done = () => { made.remove(); kept.forget(each.key, each.owner); };
    const takeUp = () => { done(); openKept(each); };
    made.append(h("div", { class: "acts" }, h("button", { type: "button", onclick: takeUp }, words.take_up), h("button", { type: "button", onclick: done }, words.throw_away)));
    parts.offers.append(made);
  }
}

// The letter of a key: as it is typed, or where it stands on the keyboard when Alt makes another sign of it.
const letter = (event) => (/^[a-z]$/i.test(event.key) ? event.key : event.code.slice(-1)).toLowerCase();

document.addEventListener("keydown", (event) => {
  const control = (event.ctrlKey || event.metaKey) && !event.altKey;
  const alt = event.altKey && !event.ctrlKey && !event.metaKey;
  const typed = letter(event);
  const acts = [
    [control && typed === "s", save],
    [control && typed === "z" && !event.shiftKey, undo],
    [control && (typed === "y" || (typed === "z" && event.shiftKey)), redo],
    [alt && typed === "a", () => tool(markAnaphor)],
    [alt && typed === "c", addCandidate],
    [alt && typed === "s", () => tool(markSpecial)],
    [alt && typed === "k", () => judge("proposed")],
    [alt && typed === "x", () => judge("excluded")],
    [alt && typed === "n", openNext],
    [alt && /^[1-9]$/.test(typed), () => (open.draft.kind === "schema" ? takeAlternate(alternates[typed - 1]) : answer(typed - 1))],
  ];
  const found = acts.find(([meant]) => meant);
  if (!found) return;
  event.preventDefault();
  found[1]();
});
window.addEventListener("focus", refresh);

async function begin() {
  build();
  const reply = await ask("state");
  if (reply?.ok) { file = reply.found; if (file.error) say(file.error, "file"); }
  const last = sessionStorage.getItem(`anaphor:open:${setting.file}`);
  const own = kept.all().filter((each) => each.owner === tab);
  const listed = (key) => file.entries.some((each) => key === `id:${each.id}`);
  // The entry that was open is opened again, also where it has no unsaved words and another one has.
  const record = own.find((each) => each.key === last) ?? (listed(last) ? null : own[0]);
  const at = record?.key ?? last;
  if (listed(at)) await openEntry(at.slice(3));
  else if (record) { openKept(record); note(fill(words.restored, { when: moment(record.at) }), []); }
  if (!open && unseen().length) await openEntry(unseen()[0].id);
  if (!open) openNew("schema");
  offer();
  document.body.dataset.ready = "";
}

begin();
