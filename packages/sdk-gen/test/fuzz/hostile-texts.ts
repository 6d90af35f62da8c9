import { pick, type Random } from "../mutant.js";

/** Runs wherever it is taken for code. */
export const PLANT = "globalThis.planted=(globalThis.planted??0)+1";

/** Before and after the plant: what ends the text that it stands in, and begins another. */
const AROUND: readonly (readonly [before: string, after: string])[] = [
  ["*/ ", "; /*"],
  ['"; ', '; "'],
  ["'; ", "; '"],
  ["`; ", "; `"],
  ["${", "}"],
  ["\n", ";\n"],
  ["\r", ";\r"],
  ["\u2028", ";\u2028"],
  ["\u2029", ";\u2029"],
  ['\\"; ', "; //"],
  ["\\", "\\"],
  ["</script><script>", "</script>"],
  ["<img src=x onerror=", ">"],
  ["<svg/onload=", ">"],
  ["<!--", "-->"],
  ["]]>", ""],
  ["[x](javascript:", ")"],
  ["[x](java\nscript:", ")"],
  ["[x](&#106;avascript:", ")"],
  ["![x](data:text/html,", ")"],
  ["[x]: javascript:", "\n\n[x]"],
  ["<javascript:", ">"],
  ["<a href='javascript:", "'>x</a>"],
  ["\n```\n", "\n"],
  ["\n~~~\n", "\n"],
  ["\n\n    ", ""],
  ["|", "|\n| --- |\n"],
  ["`", "`"],
  ["{@link javascript:", "}"],
  ["]: ", ", ["],
  ["}; ", "; const x = {"],
  ["} } } ", " { { {"],
  ["); ", "; ("],
  ["//# sourceMappingURL=data:,", ""],
  ["@ts-nocheck ", ""],
  ['/// <reference path="', '"/>'],
  ["#!", ""],
  ["\u202e", "\u202c"],
  ["\u2066", "\u2069"],
  ["\0", "\0"],
  ["\x1b[2J\x1b]0;", "\x07"],
  ["\ud800", "\udc00"],
  ["::set-output name=x::", "\n::stop-commands::x"],
  ["%0a", "%0d"],
  ["$ref", "$defs"],
];

const NAMES = [
  ...[
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "then",
    "default",
    "class",
    "await",
  ],
  ...[
    "in",
    "arguments",
    "eval",
    "undefined",
    "NaN",
    "globalThis",
    "process",
    "require",
    "module",
    "exports",
    "import.meta",
  ],
  ...[
    "Client",
    "Query",
    "Resource",
    "ApiResource",
    "model",
    "api",
    "spec",
    "index",
    "find",
    "create",
    "_call",
    "_context",
  ],
  ...[
    "",
    " ",
    ".",
    "..",
    "../../x",
    "/etc/passwd",
    "C:\\x",
    "con",
    "nul",
    "a/b",
    "a~1b",
    "a.b",
    "1st",
    "-1",
    "0",
    "ключ",
    "\u{1f408}",
  ],
  ...[
    "a".repeat(300),
    "$",
    "_",
    "#x",
    "@x",
    "$&",
    "$1",
    "%",
    "{id}",
    "x-y",
    "a\tb",
    "a\nb",
    "__defineGetter__",
    "Symbol.iterator",
  ],
];

/** Prose, a name, or code in some disguise. */
export function hostileText(random: Random): string {
  const kind = random();
  if (kind < 0.2) return pick(NAMES, random);
  const [before, after] = pick(AROUND, random);
  const text = `${before}${PLANT}${after}`;
  if (kind < 0.5) return `${pick(NAMES, random)}${text}`;
  return kind < 0.7 ? `${text}${hostileText(random)}` : text;
}

export function hostileName(random: Random): string {
  return random() < 0.5 ? pick(NAMES, random) : hostileText(random);
}
