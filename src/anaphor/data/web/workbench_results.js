// What the server said of a draft, put on the page as text and never as markup.

export function h(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

let opened = new Set(); // sentences that are unfolded stay so from one answer to the next

function section(title, ...children) {
  return h("section", {}, h("h3", {}, title), ...children);
}

// What is fine by itself is no praise for a draft that is wrong.
const toned = (found, wrong) => (wrong && found.tone === "fine" ? "open" : found.tone);

function said(found, tag = "p", wrong = false) {
  return h(tag, { class: `said ${toned(found, wrong)}` }, found.sentence);
}

function lacks(found, words) {
  if (!found.lacks.length) return null;
  return section(words.still_needed, h("ul", { class: "plain", "data-show": "lacks" }, found.lacks.map((each) => h("li", { "data-field": each.field }, each.message))));
}

function checks(found, words) {
  const rows = found.findings.map((each) =>
    h("li", { class: `sev-${each.severity}`, "data-code": each.code }, h("span", { class: "chip" }, words[each.severity]), " ", each.message));
  return section(words.checks, rows.length ? h("ul", { class: "plain", "data-show": "findings" }, rows) : h("p", { class: "said fine", "data-show": "findings" }, words.no_finding));
}

function reading(each, words) {
  const mark = each.right ? h("span", { class: "tick", title: words.right }, "✓ ") : null;
  if (each.text === null) return h("li", {}, mark, h("b", {}, each.candidate), " : ", h("span", { class: "soft" }, each.why));
  const parts = [each.text.slice(0, each.start), h("mark", {}, each.text.slice(each.start, each.end)), each.text.slice(each.end)];
  const sure = each.sureness === "certain" ? null : h("span", { class: "soft" }, ` (${words[each.sureness]})`);
  return h("li", {}, mark, parts, sure);
}

function lines(pair, words) {
  if (!pair.lines.length) return null;
  const key = `${pair.candidate}|${pair.cue}`;
  const note = (event) => (event.target.open ? opened.add(key) : opened.delete(key));
  return h("details", { open: opened.has(key), ontoggle: note },
    h("summary", {}, `${words.lines_behind} (${pair.candidate} – ${pair.cue})`),
    h("ul", {}, pair.lines.map((line) => h("li", {}, line.text, " ", h("span", { class: "soft" }, line.source)))));
}

function counts(variant, words, show) {
  const row = (pair) => {
    const why = pair.why === null ? null : h("span", { class: "soft" }, pair.why);
    const number = pair.bits !== null ? show(pair.bits) : pair.most !== null ? [`≤ ${show(pair.most)} `, why] : why;
    const both = pair.both !== null ? show(pair.both, 0) : pair.below !== null ? `< ${show(pair.below, 0)}` : null;
    const figures = both === null ? "–" : `${show(pair.a, 0)} · ${show(pair.b, 0)} · ${both}`;
    return h("tr", {}, h("th", { scope: "row" }, pair.right ? h("span", { class: "tick", title: words.right }, "✓ ") : null, `${pair.candidate} – ${pair.cue}`, pair.counted ? h("span", { class: "soft" }, ` (${pair.counted})`) : null), h("td", {}, figures), h("td", {}, number));
  };
  const head = h("tr", {}, h("th", { scope: "col" }, words.pair), h("th", { scope: "col" }, words.sentences_with), h("th", { scope: "col" }, h("abbr", { title: words.term_bits_means }, words.bits)));
  const table = h("table", {}, h("thead", {}, head), h("tbody", {}, variant.pairs.map(row)));
  return h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": words.counts }, table, variant.pairs.map((pair) => lines(pair, words)));
}

function models(variant, words, show, wrong) {
  const row = (each) => {
    const bits = each.bits.map((value) => (value === null ? "–" : show(value))).join(" · ");
    return h("li", {}, said(each.said, "span", wrong), " ", h("span", { class: "soft", title: words.models_note }, each.bits.some((value) => value !== null) ? `(${bits})` : ""));
  };
  return variant.models.length ? h("ul", { class: "plain" }, variant.models.map(row)) : null;
}

function twin(variant, words, show, shared, wrong) {
  const head = variant.cue ? words.quoted.replace("{text}", () => variant.cue) : variant.text;
  return h("article", { "data-variant": variant.id },
    h("h3", {}, head, variant.answer ? h("span", { class: "soft" }, ` → ${variant.answer}`) : null),
    shared ? null : h("p", { class: `said verdict ${toned(variant.verdict, wrong)}` }, variant.verdict.sentence),
    models(variant, words, show, wrong),
    h("h4", {}, words.readings), h("ul", { class: "plain readings" }, variant.readings.map((each) => reading(each, words))),
    ...(variant.pairs.some((pair) => pair.a !== null) ? [h("h4", {}, words.counts), counts(variant, words, show)] : []));
}

function near(found, words, show) {
  const row = (each) => h("li", {}, h("b", {}, each.name), ` (${words.share.replace("{share}", () => `${show(100 * each.share, 0)} %`)}) `, h("span", { class: "soft" }, each.text));
  return section(words.near, found.near.length ? h("ul", { class: "plain", "data-show": "near" }, found.near.map(row)) : h("p", { class: "soft" }, words.no_near));
}

// Suggested alternates, each with a button that puts it into the draft, its figures and both readings.
export function showAlternates(place, found, words, language, take) {
  const show = (value) => value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).replace("-", "−");
  const row = (each, at) => h("li", {},
    h("button", { type: "button", onclick: () => take(each) }, each.word, " ", h("kbd", { "aria-hidden": "true" }, `Alt ${at + 1}`)), " ",
    each.opposite ? h("span", { class: "chip" }, words.alternate_opposite) : null, " ",
    h("span", { class: "soft" }, words.alternate_figures.replace("{towards}", () => show(each.towards)).replace("{answer}", () => each.answer).replace("{likely}", () => show(each.likely))),
    h("ul", { class: "plain" }, each.readings.filter(Boolean).map((text) => h("li", { class: "hint" }, text))));
  place.replaceChildren(...(found.length ? [h("ol", { class: "plain" }, found.map(row))] : [h("p", { class: "soft" }, words.alternates_none)]));
}

// Put an answer in its place.
export function showResults(place, found, words, language) {
  const show = (value, digits = 1) => value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");
  const parts = [found.warming ? h("p", { class: "soft" }, words.warming) : null, lacks(found, words)];
  if (found.variants.length) {
    const first = found.variants[0].verdict;
    // Each twin has its verdict; only where none of them is decided, and for the same reason, it is said once.
    const shared = first.tone === "open" && found.variants.every((each) => each.verdict.sentence === first.sentence);
    const top = found.whole ?? (shared ? first : null);
    // One verdict, the worst; what the counts say stands below it, and is no praise where something is wrong.
    const counted = found.whole && found.cooccurrence && found.cooccurrence.sentence !== found.whole.sentence ? h("p", { class: "said" }, found.cooccurrence.sentence) : null;
    const below = found.whole && shared ? said(first) : null;
    if (top) parts.push(section(words.verdict, h("p", { class: `said whole ${top.tone}` }, top.sentence), counted, below));
    parts.push(checks(found, words), ...found.variants.map((each) => twin(each, words, show, shared, found.whole?.tone === "leak")), near(found, words, show));
    const pairs = found.variants.flatMap((each) => each.pairs);
    if (pairs.some((pair) => pair.both) && !pairs.some((pair) => pair.lines.length)) parts.push(h("p", { class: "hint", "data-show": "no-lines" }, words.no_lines));
    if (found.corpus) parts.push(h("p", { class: "soft" }, words.counted_in.replace("{corpus}", () => found.corpus)));
  } else if (!found.lacks.length) parts.push(h("p", { class: "soft" }, words.write_first));
  place.replaceChildren(...parts.filter(Boolean));
  place.dataset.number = found.number;
}
