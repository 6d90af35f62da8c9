/** Levels of arrays and objects inside each other that a value may have: more than any API describes, and than recursion copes with. */
const DEEPEST_JSON = 500;
/** What a name that is refused looks like in JSON; its letters may be escaped. */
const SUSPICIOUS = /__proto__|prototype|\\u00/;

/**
 * Reads what a client sent as JSON. Members called `__proto__`, and `constructor` with a `prototype` inside, are harmless as they are
 * read, but not in code that copies objects key by key: they are refused.
 *
 * @throws SyntaxError with what is wrong, to be told after `the body`
 */
export function parseJsonText(text: string): unknown {
  const isSuspicious = SUSPICIOUS.test(text);
  // Each level takes two characters.
  if (isSuspicious || text.length > 2 * DEEPEST_JSON) refuseStructure(text, isSuspicious);
  return JSON.parse(text);
}

/** Looks through a text that may be no JSON at all, once, without making anything of it. */
function refuseStructure(text: string, looksAtNames: boolean): void {
  /** The name that stood last on each level. */
  const names: (string | undefined)[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const end = endOfString(text, at);
        if (looksAtNames && isName(text, end)) {
          const name = nameOf(text.slice(at, end + 1));
          refuseName(name, names[depth - 1]);
          names[depth] = name;
        }
        at = end;
        break;
      }
      case 0x5b:
      case 0x7b:
        depth += 1;
        names[depth] = undefined;
        if (depth > DEEPEST_JSON) throw new SyntaxError(`must not be nested more than ${DEEPEST_JSON} levels deep`);
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
    }
  }
}

function refuseName(name: string | undefined, outer: string | undefined): void {
  if (name === "__proto__") throw new SyntaxError("must not have a property __proto__");
  if (name === "prototype" && outer === "constructor")
    throw new SyntaxError("must not have a property prototype in a property constructor");
}

/** @returns where the string ends that begins at `start` */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === 0x22) return at;
    if (character === 0x5c) at += 1;
  }
  return text.length;
}

/** Does a colon follow the string that ends there? */
function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === 0x3a;
}

/** `undefined` for one that cannot be of those that are refused. */
function nameOf(quoted: string): string | undefined {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  // Each letter may be escaped, as six characters.
  if (quoted.length > 80) return undefined;
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}
