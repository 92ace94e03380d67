// Random numbers from a seed, as in `quincunx.law.draws`: HMAC-SHA256 of "label:i". SHA-256 is implemented here because
// the browser's is asynchronous, and missing on pages without https.

const WORDS = 2 ** 32;
const BLOCK = 64;

/** The first 32 bits of the fractional parts of the roots of the first primes. */
function roots(count, power) {
  const found = [];
  for (let n = 2; found.length < count; n += 1) {
    if (found.every(({ prime }) => n % prime)) found.push({ prime: n, word: (n ** power % 1) * WORDS });
  }
  return found.map(({ word }) => word | 0);
}
const FIRST = roots(8, 1 / 2);
const ROUNDS = roots(64, 1 / 3);

const turned = (word, by) => (word >>> by) | (word << (32 - by));

function sha256(bytes) {
  const size = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 4, bytes.length * 8);
  const state = [...FIRST];
  const words = new Int32Array(64);
  for (let at = 0; at < size; at += BLOCK) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const [near, far] = [words[i - 15], words[i - 2]];
      const low = turned(near, 7) ^ turned(near, 18) ^ (near >>> 3);
      const high = turned(far, 17) ^ turned(far, 19) ^ (far >>> 10);
      words[i] = words[i - 16] + low + words[i - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const first = h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i];
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i] = (state[i] + word) | 0;
    });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => {
    digest.setInt32(4 * i, word);
  });
  return new Uint8Array(digest.buffer);
}

/** The SHA-256 of a string, in hex. */
export const digest = (text) =>
  [...sha256(new TextEncoder().encode(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const joined = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));

function hmac(key, message) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

const divisor = (a, b) => (b ? divisor(b, a % b) : a);

/** A stream of draws from one seed; streams with different labels are independent. */
export function draws(seed, label) {
  const encoder = new TextEncoder();
  const key = encoder.encode(seed);
  let block = 0;
  let left = [];

  function word() {
    if (!left.length) {
      const digest = new DataView(hmac(key, encoder.encode(`${label}:${block}`)).buffer);
      left = Array.from({ length: 8 }, (_, i) => digest.getUint32(4 * i));
      block += 1;
    }
    return left.shift();
  }

  /** A uniform integer from 0 to n - 1. */
  function below(n) {
    const limit = WORDS - (WORDS % n);
    for (;;) {
      const found = word();
      if (found < limit) return found % n;
    }
  }

  return {
    below,
    choice: (items) => items[below(items.length)],
    /** `count` distinct items, in the order drawn. */
    sample(items, count) {
      const left = [...items];
      return Array.from({ length: count }, () => left.splice(below(left.length), 1)[0]);
    },
    /** One item, chosen by weight. */
    weighted(items, weights) {
      const unit = weights.reduce(divisor);
      const sum = weights.reduce((all, weight) => all + weight, 0) / unit;
      let rest = below(sum);
      return items.find((_, i) => {
        rest -= weights[i] / unit;
        return rest < 0;
      });
    },
  };
}
