import type { Steps } from "@onespec/spec-core";
import { checkStructure, type JsonRules } from "./check-structure.js";
import { endOfPlainString, endOfString } from "./end-of-string.js";
import { JsonRefusal } from "./json-refusal.js";
import { locateJson } from "./locate-json.js";
import { parseJsonText } from "./parse-json-text.js";
import { parseLongString } from "./parse-long-string.js";
import { syntaxRefusal } from "./syntax-refusal.js";

/** Members that are parsed in one step, in characters: a few milliseconds of the kinds that take longest. */
const BATCH = 16 * 1024;
/** Strings that are parsed by themselves, in characters. */
const LONG = 64 * 1024;
/** Names in one object: more than any API has, and than an object takes in without others having to wait. */
const MOST_NAMES = 50_000;

/** An array or object that is too long to be parsed at one go: its members come batch by batch. */
interface OpenContainer {
  readonly closer: "]" | "}";
  readonly value: unknown[] | Record<string, unknown>;
  /** Where the text goes on that no member was made of. */
  from: number;
  members: number;
  /** Is a comma or the end due, behind a member that was a container itself? */
  isBehindMember: boolean;
}

/**
 * The value of a JSON text of any length, step by step: what `parseJsonText` gives, or refuses, and a bound on the names in one object.
 * @throws JsonRefusal
 */
export function* parseLargeJson(text: string, rules: JsonRules = {}): Steps<unknown> {
  yield* checkStructure(text, rules);
  const start = text.search(FILLED);
  if (start < 0 || !isOpening(text, start)) return parseJsonText(text, rules);
  return yield* new LargeJson(text).parse(start);
}

class LargeJson {
  readonly #text: string;
  /** Outermost first. */
  readonly #open: OpenContainer[] = [];
  /** Strings that are too long to be parsed at one go, of the member that is looked at: where they begin and end. */
  #long: (readonly [begin: number, end: number])[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  *parse(start: number): Steps<unknown> {
    const text = this.#text;
    const root = this.#enter(start);
    let current = root;
    /** Containers that are open inside the current one, which of those began there, and the last comma between members. */
    let depth = 0;
    let opened = -1;
    let comma = -1;
    for (let at = start + 1; at < text.length; at += 1) {
      switch (text.charCodeAt(at)) {
        case 0x22: {
          const begin = at;
          at = endOfPlainString(text, at) ?? (yield* endOfString(text, at));
          if (depth > 0 || at - begin < LONG || at >= text.length) break;
          if (comma >= current.from) {
            yield* this.#take(current, comma, false);
            current.from = comma + 1;
          }
          this.#long.push([begin, at]);
          break;
        }
        case 0x5b:
        case 0x7b:
          if (depth === 0) opened = at;
          depth += 1;
          break;
        case 0x5d:
        case 0x7d: {
          if (depth > 0) {
            depth -= 1;
            break;
          }
          yield* this.#take(current, at, true);
          if (text[at] !== current.closer) throw yield* syntaxRefusal(text, at);
          this.#open.pop();
          const outer = this.#open.at(-1);
          if (outer === undefined) return yield* this.#end(root.value, at + 1);
          [outer.from, outer.isBehindMember] = [at + 1, true];
          [current, comma] = [outer, -1];
          break;
        }
        case 0x2c:
          if (depth > 0) break;
          comma = at;
          if (at - current.from < BATCH && !current.isBehindMember) break;
          yield* this.#take(current, at, false);
          current.from = at + 1;
      }
      if (depth === 0 || at - current.from < BATCH) continue;
      // What is open here is itself too long: what stands before it is taken, then its own members are looked at one by one.
      if (comma >= current.from) {
        yield* this.#take(current, comma, false);
        current.from = comma + 1;
      }
      const name = yield* this.#nameBefore(current, opened);
      const inner = this.#enter(opened);
      put(current, name, inner.value);
      current = inner;
      [at, depth, comma] = [opened, 0, -1];
    }
    throw yield* this.#unfinished(current);
  }

  #enter(at: number): OpenContainer {
    const isArray = this.#text[at] === "[";
    const container: OpenContainer = {
      closer: isArray ? "]" : "}",
      value: isArray ? createArray() : {},
      from: at + 1,
      members: 0,
      isBehindMember: false,
    };
    this.#open.push(container);
    return container;
  }

  /** Takes in the members between where the container goes on and `to`, where a comma stands or its end. */
  *#take(container: OpenContainer, to: number, isLast: boolean): Steps<void> {
    const { from, closer, members, isBehindMember } = container;
    const piece = this.#text.slice(from, to);
    container.isBehindMember = false;
    if (isBehindMember) {
      if (isBlank(piece)) return;
      throw yield* syntaxRefusal(this.#text, from + piece.search(FILLED));
    }
    if (isBlank(piece)) {
      if (isLast && members === 0) return;
      throw yield* syntaxRefusal(this.#text, to);
    }
    const long = this.#long.splice(0);
    if (long.length > 0 && (yield* this.#takeLong(container, from, to, long))) return;
    const parsed = yield* this.#parsed(piece, from, closer);
    yield;
    if (Array.isArray(parsed)) for (const item of parsed) put(container, "", item);
    else for (const name of Object.keys(parsed)) put(container, name, parsed[name]);
    yield;
  }

  /** Takes in a member with long strings, each parsed by itself; `false` when it is not well-formed. */
  *#takeLong(
    container: OpenContainer,
    from: number,
    to: number,
    long: readonly (readonly [begin: number, end: number])[],
  ): Steps<boolean> {
    const text = this.#text;
    let short = "";
    let at = from;
    for (const [begin, end] of long) {
      short += `${text.slice(at, begin)}""`;
      at = end + 1;
    }
    short += text.slice(at, to);
    try {
      const parsed = JSON.parse(container.closer === "]" ? `[${short}]` : `{${short}}`);
      const texts: string[] = [];
      for (const [begin, end] of long) texts.push(yield* parseLongString(text, begin + 1, end));
      const [name, value] = Object.entries(parsed)[0] as [string, unknown];
      const isNamed = container.closer === "}" && !text.slice(from, long[0]?.[0]).includes('"');
      const longName = isNamed ? texts.shift() : undefined;
      put(container, longName ?? name, texts[0] ?? value);
    } catch (error) {
      if (error instanceof SyntaxError) return false;
      throw error;
    }
    yield;
    return true;
  }

  *#parsed(piece: string, from: number, closer: "]" | "}"): Steps<unknown[] | Record<string, unknown>> {
    const whole = closer === "]" ? `[${piece}]` : `{${piece}}`;
    try {
      return JSON.parse(whole);
    } catch {
      const offset = (locateJson(whole).errorAt ?? whole.length) - 1;
      throw yield* syntaxRefusal(this.#text, from + Math.min(offset, piece.length));
    }
  }

  /** The name of the member whose value begins at `at`; empty in an array. */
  *#nameBefore({ from, closer, isBehindMember }: OpenContainer, at: number): Steps<string> {
    const piece = this.#text.slice(from, at);
    if (closer === "]" && !isBehindMember && isBlank(piece)) return "";
    if (closer === "}" && !isBehindMember) {
      try {
        // Only behind a name and its colon can a value stand.
        const [name] = Object.keys(JSON.parse(`{${piece}null}`) as object);
        if (name !== undefined) return name;
      } catch {
        // Where it is wrong is found below.
      }
    }
    throw yield* this.#refusal(from, at + 1);
  }

  /** The text ends while containers are open. */
  *#unfinished({ from }: OpenContainer): Steps<JsonRefusal> {
    return yield* this.#refusal(from, this.#text.length);
  }

  /** What is wrong between where the innermost open container goes on and `to`. */
  *#refusal(from: number, to: number): Steps<JsonRefusal> {
    const text = this.#text;
    const container = this.#open.at(-1);
    const piece = text.slice(from, to);
    if (container?.isBehindMember) return yield* syntaxRefusal(text, isBlank(piece) ? to : from + piece.search(FILLED));
    const filled = yield* endOfFilled(text, from, to);
    const whole = `${container?.closer === "]" ? "[" : "{"}${text.slice(from, filled)}`;
    const errorAt = locateJson(whole).errorAt ?? whole.length;
    return yield* syntaxRefusal(text, errorAt === whole.length ? to : from + errorAt - 1);
  }

  *#end(value: unknown, at: number): Steps<unknown> {
    const rest = this.#text.slice(at);
    if (isBlank(rest)) return value;
    throw yield* syntaxRefusal(this.#text, at + rest.search(FILLED));
  }
}

/** Where the white space begins that stands before `to`. */
function* endOfFilled(text: string, from: number, to: number): Steps<number> {
  let end = to;
  while (end > from && !FILLED.test(text.charAt(end - 1))) {
    end -= 1;
    if (end % LONG === 0) yield;
  }
  return end;
}

/** What JSON takes for white space (RFC 8259, section 2). */
const FILLED = /[^ \t\r\n]/;

function isBlank(text: string): boolean {
  return !FILLED.test(text);
}

function isOpening(text: string, at: number): boolean {
  return text[at] === "[" || text[at] === "{";
}

/** One that holds any values from the start: an array of numbers would be made anew when a text comes behind millions of them. */
function createArray(): unknown[] {
  const array: unknown[] = [undefined];
  array.length = 0;
  return array;
}

function put(container: OpenContainer, name: string, value: unknown): void {
  const { value: target } = container;
  container.members += 1;
  if (Array.isArray(target)) target.push(value);
  else if (container.members > MOST_NAMES) {
    throw new JsonRefusal("too-many-names", `has an object with more than ${MOST_NAMES} properties`);
  } else if (name === "__proto__") {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  } else target[name] = value;
}
