import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EchoServer, echoServer } from "./echo-server.js";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { pick, type Random, randomFrom } from "./mutant.js";

/** Operation: its path, and how it writes the parameters. */
const STYLES: Readonly<Record<string, { readonly path: string; readonly how?: object }>> = {
  simple: { path: "/simple/{v}/end" },
  simpleExploded: { path: "/simple-exploded/{v}/end", how: { explode: true } },
  label: { path: "/label/{v}/end", how: { style: "label" } },
  labelExploded: { path: "/label-exploded/{v}/end", how: { style: "label", explode: true } },
  matrix: { path: "/matrix/{v}/end", how: { style: "matrix" } },
  matrixExploded: { path: "/matrix-exploded/{v}/end", how: { style: "matrix", explode: true } },
  json: { path: "/json/{v}/end", how: { content: { "application/json": { schema: {} } } } },
  afterDot: { path: "/after-dot/.{v}/end" },
  beforeDot: { path: "/before-dot/{v}./end" },
  twice: { path: "/twice/{v}{w}/end" },
  last: { path: "/last/{v}" },
  only: { path: "/{v}" },
};

const HOSTILE: readonly unknown[] = [
  ...["", ".", "..", "...", "../..", "../../admin", "/", "//", "//evil.example", "\\", "..\\..", "\\\\evil.example"],
  ...["%2e", "%2E%2E", ".%2e", "%2e%2e%2f", "%252e%252e", "%25252e%25252e", "%2f", "%5c..", "%", "%00", "%zz"],
  ...[
    "?admin=true",
    "#x",
    "a?b",
    "a#b",
    ";x=1",
    "..;",
    "..;/",
    "&",
    "=",
    "@evil.example",
    ":80",
    "http://evil.example/",
  ],
  ...[
    "https:evil.example",
    "javascript:alert(1)",
    "\0",
    "\r\n",
    "a\r\nHost: evil.example",
    "\t",
    " ",
    ". ",
    " ..",
    "..\n",
  ],
  ...[
    "\t..",
    ".\t.",
    ".\n.",
    "\u2024\u2024",
    "\uff0e\uff0e",
    "\u2215",
    "\uff0f",
    "\u202e..",
    "\ud800",
    "\u0000..",
    "*",
    "~",
  ],
  ...["{v}", "{w}", "$&", "$1", "$`", "__proto__", "constructor", "a".repeat(5000)],
  ...[
    0,
    -0,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    10n,
    true,
    false,
    null,
    undefined,
    new Date(0),
    Symbol.iterator,
  ],
  ...[[], [""], ["", ""], ["."], [".."], [".", "."], ["..", "/"], ["a", "../.."], [undefined], [null], [["..", ".."]]],
  ...[
    {},
    { "": "" },
    { ".": "" },
    { "..": ".." },
    { "../..": "/" },
    { a: "../..?#" },
    { a: undefined },
    { a: { b: "/" } },
  ],
  { toString: () => ".." },
  { toJSON: () => ".." },
  Object.create(null),
  new (class {
    toString(): string {
      return "../..";
    }
  })(),
  () => "..",
];

const PIECES = [
  ...[
    ".",
    "..",
    "/",
    "\\",
    "%",
    "%2e",
    "%2f",
    "%5c",
    "%25",
    "%252e",
    "?",
    "#",
    ";",
    ",",
    "=",
    "&",
    "@",
    ":",
    "*",
    "~",
    "'",
    "!",
  ],
  ...[
    "\0",
    "\r",
    "\n",
    "\t",
    " ",
    "\u2024",
    "\uff0e",
    "\u2215",
    "\u2028",
    "\u{1f408}",
    "\udfff",
    "a",
    "0",
    "admin",
    "{v}",
  ],
];

function randomText(random: Random): string {
  return Array.from({ length: Math.floor(random() * 6) }, () => pick(PIECES, random)).join("");
}

function randomValue(random: Random): unknown {
  const kind = random();
  if (kind < 0.6) return randomText(random);
  const list = Array.from({ length: Math.floor(random() * 4) }, () => randomText(random));
  return kind < 0.8 ? list : Object.fromEntries(list.map((text) => [randomText(random), text]));
}

let folder: string;
let server: EchoServer;
let sdk: GeneratedClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-path-values-"));
  const paths = Object.fromEntries(
    Object.entries(STYLES).map(([operationId, { path, how = {} }]) => {
      const parameters = [...path.matchAll(/\{(\w)\}/g)].map(([, name]) => ({
        ...{ name, in: "path", required: true },
        ...("content" in how ? {} : { schema: {} }),
        ...how,
      }));
      return [path, { delete: { operationId, tags: ["tries"], parameters, responses: { 204: { description: "" } } } }];
    }),
  );
  const source = join(folder, "api.json");
  await writeFile(source, JSON.stringify({ openapi: "3.1.0", info: { title: "Paths", version: "1" }, paths }));
  sdk = await generatedClient(source);
  server = await echoServer();
  server.answer = (_echo, reply) => {
    reply.writeHead(204).end();
    return true;
  };
});
afterAll(async () => {
  await Promise.all([server.close(), sdk.remove(), rm(folder, { recursive: true })]);
});

const VALUES = (() => {
  const random = randomFrom(8);
  return [...HOSTILE, ...Array.from({ length: 150 }, () => randomValue(random))];
})();

describe.each([true, false])("with validateRequests %s", (validateRequests) => {
  test.each(Object.keys(STYLES))("no value leads %s to another endpoint", { timeout: 60_000 }, async (operation) => {
    const client = new sdk.module.default({ baseUrl: `${server.url}/base/v1`, retry: { limit: 0 }, validateRequests });
    const template = `/base/v1${STYLES[operation]?.path}`.split("/");
    const wrong: string[] = [];
    let sent = 0;
    // JSON has no way to write a BigInt, and says so.
    const values = operation === "json" ? VALUES.filter((value) => typeof value !== "bigint") : VALUES;
    for (const [at, v] of values.entries()) {
      const w = values[(at * 7) % values.length];
      server.requests.length = 0;
      const params = operation === "twice" ? { v, w } : { v };
      const error = await client.tries[operation](params).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const shown = `${typeof v === "symbol" || typeof v === "bigint" ? String(v) : JSON.stringify(v)}`.slice(0, 60);
      if (error !== undefined) {
        if (!(error instanceof sdk.module.ValidationError)) wrong.push(`${shown}: ${String(error)}`);
        if (server.requests.length > 0) wrong.push(`${shown}: rejected, and sent`);
        continue;
      }
      sent += 1;
      const [request] = server.requests;
      const segments = (request?.url ?? "").split("/");
      const isSame =
        server.requests.length === 1 &&
        request?.method === "DELETE" &&
        /^[\w\-.~!$&'()*+,;=:@/%]+$/.test(request.url) &&
        segments.length === template.length &&
        template.every((part, place) => {
          const segment = segments[place] ?? "";
          return part.includes("{") ? segment !== "" && !isDots(segment) : part === segment;
        });
      if (!isSame) wrong.push(`${shown}: ${request?.method} ${request?.url}`);
    }
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(100);
  });
});

/** Would a server take it away, also one that decodes once too often? */
function isDots(segment: string): boolean {
  let text = segment;
  for (let decoded = 0; decoded <= 2; decoded += 1) {
    if (/^\.{1,2}$/.test(text)) return true;
    try {
      text = decodeURIComponent(text);
    } catch {
      return false;
    }
  }
  return false;
}
