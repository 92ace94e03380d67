// The Markdown that the rules are written in, as elements. Text stays text: no HTML can come from it.

import { text } from "../../text.js";
import { el } from "./element.js";

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** The anchor of a heading. */
export const anchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");

/** A text's elements; `link(address)` gives what a link leads to here, or null for one that is only words. */
export function markdown(text, link) {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const elements = [];
  while (lines.length) {
    const line = lines[0];
    if (!line.trim()) lines.shift();
    else if (line.startsWith("```")) elements.push(code(lines));
    else if (/^#{1,6} /.test(line)) elements.push(heading(lines.shift(), link));
    else if (/^\s*([-*]|\d+\.) /.test(line)) elements.push(list(lines, link));
    else elements.push(paragraph(lines, link));
  }
  return elements;
}

function heading(line, link) {
  const [, marks, words] = line.match(/^(#+) +(.*)$/);
  return el(`h${marks.length}`, { id: anchor(words) }, inline(words, link));
}

/** Examples for programmers are folded up. */
function code(lines) {
  const language = lines.shift().slice(3).trim();
  const body = [];
  while (lines.length && !lines[0].startsWith("```")) body.push(lines.shift());
  lines.shift();
  const block = el("pre", { tabindex: 0 }, el("code", {}, body.join("\n")));
  return language === "python" ? el("details", {}, el("summary", {}, text("web.rules.program")), block) : block;
}

/** In a paragraph a line may begin with a number; a list that follows one without an empty line begins with 1. */
function paragraph(lines, link) {
  const words = [];
  while (lines.length && lines[0].trim() && !/^(#{1,6} |```|\s*([-*]|1\.) )/.test(lines[0]))
    words.push(lines.shift().trim());
  return el("p", {}, inline(words.join(" "), link));
}

const indent = (line) => line.match(/^ */)[0].length;

/** A list, and the lists inside its items: whatever is indented deeper belongs to the item above. */
function list(lines, link) {
  const depth = indent(lines[0]);
  const element = el(/^\s*\d/.test(lines[0]) ? "ol" : "ul");
  while (lines.length && indent(lines[0]) === depth && /^\s*([-*]|\d+\.) /.test(lines[0])) {
    const words = [lines.shift().replace(/^\s*([-*]|\d+\.) +/, "")];
    const item = el("li");
    while (lines.length && lines[0].trim() && indent(lines[0]) > depth && !/^\s*([-*]|\d+\.) /.test(lines[0]))
      words.push(lines.shift().trim());
    item.append(...inline(words.join(" "), link));
    if (lines.length && indent(lines[0]) > depth && /^\s*([-*]|\d+\.) /.test(lines[0])) item.append(list(lines, link));
    element.append(item);
  }
  return element;
}

function inline(text, link) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    const [, program, strong, em, words, address] = match;
    if (program) parts.push(el("code", {}, program));
    else if (strong) parts.push(el("strong", {}, inline(strong, link)));
    else if (em) parts.push(el("em", {}, inline(em, link)));
    else parts.push(linked(words, link(address)));
  }
  parts.push(text.slice(end));
  return parts;
}

function linked(words, address) {
  // Only addresses of this server and of the web: nothing that could run as a script.
  return address && /^(\/|#|https?:\/\/)/.test(address) ? el("a", { href: address }, words) : words;
}
