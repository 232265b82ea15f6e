// The marks of the native format in a text field: how many twins they give, and how the selection gets one.

const SPECIAL = "[]{}|\\";

// The text cut at its marks: pairs of a character and whether it is a mark.
function* symbols(text) {
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\" && SPECIAL.includes(text[at + 1] ?? " ")) yield [text[at += 1], false];
    else yield [character, SPECIAL.includes(character) && character !== "\\"];
  }
}

// The alternatives of the first braces that have several, or of the first braces; one empty text where there are none.
export function alternatives(text) {
  const groups = [];
  let open = null;
  for (const [character, isMark] of symbols(text)) {
    if (isMark && character === "{") open = [""];
    else if (open && isMark && character === "|") open.push("");
    else if (open && isMark && character === "}") { groups.push(open); open = null; }
    else if (open && !isMark) open[open.length - 1] += character;
  }
  return groups.find((group) => group.length > 1) ?? groups[0] ?? [""];
}

// The selection of a field without the spaces at its edges; the word at the caret where nothing is selected.
function selection(field) {
  let [start, end] = [field.selectionStart, field.selectionEnd];
  if (start === end) {
    const isWord = (character) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
    while (isWord(field.value[start - 1])) start -= 1;
    while (isWord(field.value[end])) end += 1;
  }
  while (start < end && field.value[start] === " ") start += 1;
  while (end > start && field.value[end - 1] === " ") end -= 1;
  return [start, end];
}

function replaceWith(field, start, end, text, from, to) {
  field.focus();
  field.setRangeText(text, start, end, "end");
  field.setSelectionRange(start + from, start + to);
}

// What is selected, bare of marks.
export function selected(field) {
  const [start, end] = selection(field);
  return field.value.slice(start, end).replace(/[[\]{}]/g, "").trim();
}

// Put brackets round the selection, or take them off again.
export function markAnaphor(field) {
  const [start, end] = selection(field);
  const text = field.value.slice(start, end);
  if (field.value[start - 1] === "[" && field.value[end] === "]") replaceWith(field, start - 1, end + 1, text, 0, text.length);
  else replaceWith(field, start, end, `[${text}]`, 1, 1 + text.length);
}

// Put braces round the selection and the caret where the other twin's word goes, or take them off again.
export function markSpecial(field) {
  const [start, end] = selection(field);
  const text = field.value.slice(start, end);
  if (field.value[start - 1] === "{" && field.value[end] === "}") replaceWith(field, start - 1, end + 1, text, 0, text.length);
  else replaceWith(field, start, end, `{${text}|}`, text.length + 2, text.length + 2);
}

// The text with another alternate in its braces, whether it had one or not.
export function withAlternate(text, alternate) {
  const written = alternate.replace(/[[\]{}|\\]/g, "\\$&");
  return text.replace(/(?<!\\)\{((?:\\.|[^[\]{}|\\])*)(?:\|(?:\\.|[^[\]{}|\\])*)?\}/, (_, first) => `{${first}|${written}}`);
}
