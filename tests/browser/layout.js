// Judges the layout of the page in a window of a given width. `layoutFaults(width)` promises a list of sentences, empty
// when all is well: nothing overlaps, nothing lies beyond the window, no text is cut off or leaves its box.

// Drawn on top of each other on purpose: a digit on its piece, a suit in its menu, marks on a graph.
const LAYERED = ".slot, .suit-picker, .graph-slider";
// May be scrolled sideways.
const SIDEWAYS = "pre";
// Shows one line of several, whole ones only.
const FOLDED = ".moves";
// A square cut out of a board.
const CROPPED = ".brush-sample svg";
const CONTROL = "a[href], button, input, select, textarea, label, summary, [role='switch'], [role='slider']";
const FIELD = "input, select, textarea";

// Longer words may be broken: addresses, positions, hashes.
const LONGEST_WORD = 20;

// Pixels that two things may share: borders meet, and fractions are rounded.
const SLACK = 1;

// The part of a line box that letters fill, in em: above capitals and below descenders there is air.
const AIR = { above: 0.18, below: 0.04 };

// What an em is in a media query.
const EM = 16;

/** The narrowest window of each of the page's layouts, from its style sheets: there things are tightest. */
window.layoutEdges = () => {
  const edges = new Set();
  for (const { cssRules, media: whole } of document.styleSheets) {
    if (whole.mediaText === "not all") continue; // of the page that this one can become
    for (const { media } of cssRules) {
      for (const [, limit, width] of (media?.mediaText ?? "").matchAll(
        /(max-width:|width <=|width <|width >=|min-width:) ([\d.]+(?:px|em))/g,
      )) {
        const pixels = Number.parseFloat(width) * (width.endsWith("em") ? EM : 1);
        edges.add(pixels + (limit === "max-width:" || limit === "width <=" ? 1 : 0));
      }
    }
  }
  return [...edges];
};

const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

window.layoutFaults = async (width) => {
  // The window comes to its new size when it likes, and boards are drawn anew after that.
  do await frame();
  while (innerWidth !== width);
  const modal = document.querySelector("dialog:modal");
  const wide = document.documentElement.clientWidth;
  const faults = new Set();
  const leaves = [];
  const docked = [];

  const scrolled = document.documentElement.scrollWidth;
  if (scrolled > wide) faults.add(`sideways: the page is ${scrolled} wide in a window of ${wide}`);
  if (modal) visit(modal, { layer: modal, clips: [], boxes: [] });
  else visit(document.body, { layer: document.body, clips: [], boxes: [] });
  judgeOverlaps();
  judgeDocked();
  return [...faults];

  function visit(element, { layer, clips, boxes }) {
    const style = getComputedStyle(element);
    if (!isSeen(element, style)) return;
    if (element.matches("legend") && style.float !== "none") {
      faults.add(`floats: ${name(element)}, which WebKit takes out of a grid all the same`);
    }
    const box = element.getBoundingClientRect();
    if (style.position === "fixed" && element !== modal) {
      layer = element;
      clips = [];
      boxes = [];
      if (box.top > 0 && Math.abs(box.bottom - innerHeight) <= SLACK) docked.push(box);
    }
    const isControl = element.matches(CONTROL) && style.display !== "inline";
    if (isControl || element.matches("svg, img")) add(element, box, box, { layer, clips, boxes, kind: "box" });
    if (element.matches("svg")) return judgePicture(element, box, style);
    if (element.matches(FIELD)) return judgeField(element);
    if (element !== document.body && isPainted(style)) boxes = [...boxes, { element, box }];
    if (element !== document.body && (style.overflowX !== "visible" || style.overflowY !== "visible")) {
      clips = [...clips, clipOf(element, style)];
    }
    for (const node of element.childNodes) {
      if (node.nodeType === Node.ELEMENT_NODE) visit(node, { layer, clips, boxes });
      else if (node.nodeType === Node.TEXT_NODE && node.data.trim()) read(node, style, { layer, clips, boxes });
    }
  }

  function isSeen(element, style) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    return style.clipPath === "none";
  }

  function isPainted(style) {
    const sides = ["Top", "Right", "Bottom", "Left"].filter((side) => parseFloat(style[`border${side}Width`]) > 0);
    return sides.length > 0 || !/^rgba\(.*, 0\)$/.test(style.backgroundColor);
  }

  function clipOf(element, style) {
    const box = element.getBoundingClientRect();
    const left = box.left + element.clientLeft;
    const top = box.top + element.clientTop;
    const hides = (overflow) => overflow === "hidden" || overflow === "clip";
    const scrollsX = style.overflowX === "auto" || style.overflowX === "scroll";
    if (scrollsX && element.scrollWidth > element.clientWidth + SLACK && !element.matches(SIDEWAYS)) {
      faults.add(`sideways: ${name(element)} has to be scrolled`);
    }
    return {
      element,
      box: new DOMRect(left, top, element.clientWidth, element.clientHeight),
      hidesX: hides(style.overflowX),
      hidesY: hides(style.overflowY),
      shortens: style.textOverflow === "ellipsis",
      folds: element.matches(FOLDED),
    };
  }

  function read(node, style, context) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const size = parseFloat(style.fontSize);
    const lines = [...range.getClientRects()].filter(({ width }) => width >= 1);
    judgeWords(node, lines, size);
    for (const line of lines) {
      const [top, bottom] = [line.top + AIR.above * size, line.bottom - AIR.below * size];
      const ink = new DOMRect(line.left, top, line.width, Math.max(1, bottom - top));
      judgeClips(node, ink, context.clips);
      add(node.parentElement, ink, line, { ...context, kind: "text", words: node.data.trim() });
    }
  }

  /** A word of ordinary length is broken only where it finds no room. */
  function judgeWords(node, lines, size) {
    if (lines.length < 2 || lines.some(({ width }) => width > LONGEST_WORD * size)) return;
    const range = document.createRange();
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (word.length > LONGEST_WORD) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) faults.add(`broken word: ${quote(word)} in ${name(node.parentElement)}`);
    }
  }

  /** Remembers what is seen of a thing, and holds it to the window and to the boxes around it. */
  function add(element, ink, box, { layer, clips, boxes, kind, words = "" }) {
    let seen = ink;
    for (const clip of clips) seen = common(seen, clip.box);
    if (seen.width <= 0 || seen.height <= 0) return;
    if (seen.bottom + scrollY <= 0) return; // waits above the page until it has the focus
    const leaf = { element, seen, layer, kind, words };
    leaves.push(leaf);
    if (seen.left < -SLACK || seen.right > wide + SLACK) faults.add(`beyond the window: ${tell(leaf)}`);
    for (const around of boxes) {
      if (around.element === element && kind === "box") continue;
      if (clips.some((clip) => around.element.contains(clip.element))) continue;
      const out = outside(kind === "text" ? ink : box, around.box);
      if (out > SLACK) faults.add(`leaves its box: ${tell(leaf)} ${name(around.element)} by ${Math.round(out)}`);
    }
  }

  function outside(inner, outer) {
    return Math.max(
      outer.left - inner.left,
      inner.right - outer.right,
      outer.top - inner.top,
      inner.bottom - outer.bottom,
    );
  }

  function common(one, other) {
    const left = Math.max(one.left, other.left);
    const top = Math.max(one.top, other.top);
    return new DOMRect(left, top, Math.min(one.right, other.right) - left, Math.min(one.bottom, other.bottom) - top);
  }

  function judgeClips(node, ink, clips) {
    let seen = ink;
    for (const { element, box, hidesX, hidesY, shortens, folds } of clips.toReversed()) {
      if (seen.width <= 0 || seen.height <= 0) return;
      const cut = common(seen, box);
      const isGone = cut.height <= 0;
      if (hidesY && seen.height - cut.height > SLACK && !(folds && isGone)) {
        faults.add(
          `cut off: ${quote(node.data)} in ${name(element)} loses ${Math.round(seen.height - cut.height)} of its height`,
        );
      }
      if (hidesX && seen.width - cut.width > SLACK && !isGone) {
        if (!shortens)
          faults.add(
            `cut off: ${quote(node.data)} in ${name(element)} loses ${Math.round(seen.width - cut.width)} of its width`,
          );
        else if (cut.width < 2 * cut.height)
          faults.add(`cut off: nothing is left of ${quote(node.data)} in ${name(element)}`);
      }
      seen = cut;
    }
  }

  /** What is written on a board must not be cut off at its edge. */
  function judgePicture(svg, box, style) {
    if (style.overflow === "visible" || svg.matches(CROPPED)) return;
    for (const text of svg.querySelectorAll("text")) {
      const out = outside(text.getBoundingClientRect(), box);
      if (text.textContent && out > SLACK)
        faults.add(`cut off: ${quote(text.textContent)} at the edge of ${name(svg)}`);
    }
  }

  function judgeField(field) {
    const isNumber = field.inputMode === "numeric" || field.type === "number";
    if (isNumber && field.scrollWidth > field.clientWidth + SLACK) faults.add(`cut off: the number in ${name(field)}`);
  }

  function judgeOverlaps() {
    leaves.sort((a, b) => a.seen.top - b.seen.top);
    leaves.forEach((one, index) => {
      for (let next = index + 1; next < leaves.length; next += 1) {
        const other = leaves[next];
        if (other.seen.top >= one.seen.bottom - SLACK) break;
        const both = common(one.seen, other.seen);
        if (both.width <= SLACK || both.height <= SLACK || mayMeet(one, other)) continue;
        faults.add(
          `overlap: ${tell(one)} and ${tell(other)} by ${Math.round(both.width)} x ${Math.round(both.height)}`,
        );
      }
    });
  }

  function mayMeet(one, other) {
    if (one.layer !== other.layer) return true;
    if (one.element.contains(other.element) || other.element.contains(one.element)) return true;
    const layered = one.element.closest(LAYERED);
    return Boolean(layered?.contains(other.element));
  }

  /** At the end of the page a docked bar must not cover the last line. */
  function judgeDocked() {
    const end = document.documentElement.scrollHeight - scrollY;
    for (const bar of docked) {
      for (const leaf of leaves) {
        if (leaf.layer === document.body && leaf.seen.bottom > end - bar.height + SLACK) {
          faults.add(`covered at the end of the page: ${tell(leaf)}`);
        }
      }
    }
  }

  function tell({ element, words }) {
    return words ? `${quote(words)} in ${name(element)}` : name(element);
  }

  function name(element) {
    const classes = [...element.classList].map((one) => `.${one}`).join("");
    const own = `${element.localName}${element.id ? `#${element.id}` : ""}${classes}`;
    return classes || element === document.body ? own : `${name(element.parentElement)} > ${own}`;
  }

  function quote(words) {
    const line = words.trim().replace(/\s+/g, " ");
    return `"${line.length > 40 ? `${line.slice(0, 40)}…` : line}"`;
  }
};
