import type { Steps } from "@onespec/spec-core";
import { endOfPlainString, endOfString } from "./end-of-string.js";
import { JsonRefusal } from "./json-refusal.js";

/** Levels of arrays and objects inside each other that a value may have: more than any API describes, and than recursion copes with. */
const DEEPEST_JSON = 500;
/** Characters that are looked at in one step. */
const STEP = 64 * 1024;

/** Values in one body, unless somebody asks for more: more than programs send, and than are kept and answered without others having to wait. */
export const MOST_VALUES = 100_000;

/** What a text may hold. */
export interface JsonRules {
  /** Values in it, those inside others included. Default 100,000. */
  readonly mostValues?: number;
  /**
   * Refuse members called `__proto__`, and `constructor` with a `prototype` inside. They are harmless as they are read, but not in
   * code that copies objects key by key.
   */
  readonly refusesPrototypes?: boolean;
}

/** What a name that is refused looks like in JSON; its letters may be escaped. */
const SUSPICIOUS = /__proto__|prototype|\\u00/;

/** Must the structure be looked at? Each level takes two characters. */
export function isSuspicious(text: string, { refusesPrototypes = false }: JsonRules): boolean {
  return text.length > 2 * DEEPEST_JSON || (refusesPrototypes && SUSPICIOUS.test(text));
}

/** Looks through a text that may be no JSON at all, once, without making anything of it. @throws JsonRefusal */
export function* checkStructure(
  text: string,
  { refusesPrototypes = false, mostValues = MOST_VALUES }: JsonRules,
): Steps<void> {
  const looksAtNames = refusesPrototypes && SUSPICIOUS.test(text);
  /** The name that stood last on each level. */
  const names: (string | undefined)[] = [];
  let depth = 0;
  let values = 1;
  for (let at = 0, pause = STEP; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const end = endOfPlainString(text, at) ?? (yield* endOfString(text, at));
        if (looksAtNames && isName(text, end)) {
          const name = nameOf(text, at, end);
          refuseName(name, names[depth - 1]);
          names[depth] = name;
        }
        at = end;
        break;
      }
      case 0x5b:
      case 0x7b:
        depth += 1;
        values += 1;
        if (depth > DEEPEST_JSON) throw new JsonRefusal("too-deep", `is nested more than ${DEEPEST_JSON} levels deep`);
        if (looksAtNames) names[depth] = undefined;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      case 0x2c:
        values += 1;
        if (values > mostValues) throw new JsonRefusal("too-many-values", `has more than ${mostValues} values`);
    }
    if (at < pause) continue;
    pause = at + STEP;
    yield;
  }
}

function refuseName(name: string | undefined, outer: string | undefined): void {
  if (name === "__proto__") throw new JsonRefusal("forbidden-name", "must not have a property __proto__");
  if (name === "prototype" && outer === "constructor")
    throw new JsonRefusal("forbidden-name", "must not have a property prototype in a property constructor");
}

/** Does a colon follow the string that ends there? */
function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === 0x3a;
}

/** Each letter may be escaped, as six characters. */
const LONGEST_REFUSED = 80;

/** `undefined` for one that cannot be of those that are refused. */
function nameOf(text: string, start: number, end: number): string | undefined {
  if (end - start > LONGEST_REFUSED) return undefined;
  const quoted = text.slice(start, end + 1);
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}
