// Drafts: what can be undone, and what the browser keeps of them until they are in the file.

const FIELDS = ["kind", "id", "text", "question", "candidates", "keys", "domains", "source", "status", "reason", "notes", "origin", "genre", "more", "raw"];
const TYPING_MS = 600;
const LONG_AGO = -Infinity; // what comes next starts a step of its own; 0 would not do in the first moments of a page

export function emptyDraft(kind) {
  return { kind, id: "", text: "", question: "", candidates: ["", ""], keys: [], domains: [], source: "", status: "agreed", reason: "", notes: "", origin: "", genre: "", more: "", raw: false };
}

function said(draft) {
  const trimmed = (value) => (typeof value === "string" ? value.trim() : value);
  const plain = { ...draft, candidates: draft.candidates.map(trimmed).filter(Boolean), domains: draft.domains.map(trimmed).filter(Boolean) };
  const keys = plain.keys.some((key) => key !== null) ? plain.keys : [];
  return JSON.stringify(FIELDS.map((name) => (name === "keys" ? keys : trimmed(plain[name]))));
}

// Whether two drafts say the same.
export function same(one, other) {
  return said(one) === said(other);
}

// Two drafts that go back to a third: what only one of them changed is taken, the fields that both changed are `torn`.
// Candidates and answers go together, for an answer is a candidate's place.
export function mergeDrafts(before, mine, theirs) {
  const draft = { ...theirs };
  const torn = [];
  for (const name of FIELDS.filter((each) => each !== "keys")) {
    const names = name === "candidates" ? ["candidates", "keys"] : [name];
    const differ = (one, other) => !same({ ...one, ...emptyBut(one, names) }, { ...other, ...emptyBut(other, names) });
    if (!differ(mine, theirs)) continue;
    if (!before || (differ(mine, before) && differ(theirs, before))) torn.push(name);
    if (!before || differ(mine, before)) for (const each of names) draft[each] = mine[each];
  }
  return { draft, torn };
}

function emptyBut(draft, names) {
  const empty = emptyDraft(draft.kind);
  return Object.fromEntries(FIELDS.filter((each) => !names.includes(each)).map((each) => [each, empty[each]]));
}

export function isEmpty(draft) {
  return same({ ...draft, keys: [] }, emptyDraft(draft.kind));
}

// The steps of one draft, backwards and forwards; letters typed in one go are one step.
export class Steps {
  constructor() {
    this.past = [];
    this.future = [];
    this.at = LONG_AGO;
  }

  note(before, apart = false) {
    const time = performance.now();
    if (apart || !this.past.length || time - this.at > TYPING_MS) this.past.push(before);
    this.future = [];
    this.at = apart ? LONG_AGO : time;
  }

  back(now) {
    if (!this.past.length) return null;
    this.future.push(now);
    this.at = LONG_AGO;
    return this.past.pop();
  }

  forth(now) {
    if (!this.future.length) return null;
    this.past.push(now);
    this.at = LONG_AGO;
    return this.future.pop();
  }
}

export function number() {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}

export const tab = (() => {
  const known = sessionStorage.getItem("anaphor:tab") ?? number();
  // A tab that is copied takes this store along: the name is in it only while no page lives, so that the copy gets its own.
  window.addEventListener("pagehide", () => sessionStorage.setItem("anaphor:tab", known));
  window.addEventListener("pageshow", () => sessionStorage.removeItem("anaphor:tab"));
  return known;
})();

export const newKey = () => `new:${number()}`;

// What this browser keeps of one file: a slot for each tab and entry, so that no tab writes over another's words.
export class Kept {
  constructor(file) {
    this.start = `anaphor:draft:${file}:`;
  }

  put(key, record) {
    try {
      localStorage.setItem(`${this.start}${tab}:${key}`, JSON.stringify({ ...record, at: Date.now() }));
      return true;
    } catch {
      return false; // the store is full or forbidden: the page says so
    }
  }

  forget(key, owner = tab) {
    localStorage.removeItem(`${this.start}${owner}:${key}`);
  }

  all() {
    const found = [];
    for (let n = 0; n < localStorage.length; n += 1) {
      const name = localStorage.key(n);
      if (!name.startsWith(this.start)) continue;
      const rest = name.slice(this.start.length);
      const cut = rest.indexOf(":");
      try {
        const record = JSON.parse(localStorage.getItem(name));
        const draft = { ...emptyDraft("schema"), ...record.draft };
        found.push({ ...record, draft, owner: rest.slice(0, cut), key: rest.slice(cut + 1) });
      } catch { /* not ours, or damaged */ }
    }
    return found.sort((one, other) => other.at - one.at);
  }

  mine(key) {
    return this.all().find((each) => each.owner === tab && each.key === key) ?? null;
  }

  others() {
    return this.all().filter((each) => each.owner !== tab);
  }
}
