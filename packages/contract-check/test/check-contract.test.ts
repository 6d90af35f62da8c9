import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, expect, test } from "vitest";
import {
  baselineText,
  type CheckOptions,
  type CheckReport,
  checkContract,
  compareBaseline,
  curlLine,
  distinctFindings,
  formatText,
  groupFindings,
  readBaseline,
  toJson,
  toJunit,
  toSarif,
} from "../src/index.js";
import { type Fault, KEY, type Shop, startShop } from "./shop-server.js";

const SHOP = fileURLToPath(new URL("shop.yaml", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "contract-check-"));
afterAll(() => rm(folder, { recursive: true }));

const shops: Shop[] = [];
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
});

async function open(...faults: Fault[]): Promise<Shop> {
  const shop = await startShop(...faults);
  shops.push(shop);
  return shop;
}

const check = ({ url }: Shop, options: CheckOptions = {}): Promise<CheckReport> =>
  checkContract(SHOP, url, { auth: { key: { value: KEY, variable: "SHOP_KEY" } }, seed: "1", ...options });

test.each<Fault[][]>([[[]], [["no key is needed"]], [["a wrong key is accepted"]]])(
  "the check leaves the server as it was: its own records are removed, those of others untouched, settings put back %j",
  async (faults) => {
    const shop = await open(...faults);
    const before = JSON.stringify([...shop.items]);
    const settings = await (await fetch(`${shop.url}/settings`, { headers: { "x-key": KEY } })).text();
    const report = await check(shop);
    expect(report.leftovers).toEqual([]);
    expect(JSON.stringify([...shop.items])).toBe(before);
    expect(await (await fetch(`${shop.url}/settings`, { headers: { "x-key": KEY } })).text()).toBe(settings);
  },
);

test("a read-only check sends GET alone, and says what it leaves out by checking fewer operations", async () => {
  const shop = await open("list ignores the sort order");
  const report = await check(shop, { readOnly: true });
  expect(shop.requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
  expect(report.operations).toBe(4);
  expect(distinctFindings(report).map(({ rule }) => rule)).toEqual(["list-sort-ignored"]);
});

test("excluded operations are never called; `only` narrows what is checked", async () => {
  const shop = await open("settings are forgotten");
  await check(shop, { exclude: ({ method }) => method === "DELETE" || method === "PUT" });
  expect(shop.requests.filter((request) => /^(DELETE|PUT) /.test(request))).toEqual([]);
  const narrow = await open("settings are forgotten");
  const report = await check(narrow, { only: ({ path }) => path === "/settings" });
  expect(report.operations).toBe(2);
  expect(narrow.requests.every((request) => request.includes("/settings"))).toBe(true);
  expect(groupFindings(distinctFindings(report))).toMatchObject([{ rule: "update-lost" }]);
});

test("nothing is left to check: an error says so before the first request", async () => {
  const shop = await open();
  await expect(check(shop, { only: () => false })).rejects.toMatchObject({ code: "CHECK_NOTHING_SELECTED" });
  await expect(check(shop, { auth: { other: { value: "x" } } })).rejects.toMatchObject({
    code: "CHECK_SCHEME_UNKNOWN",
    hint: "It has key.",
  });
  expect(shop.requests).toEqual([]);
});

test("a server that is not there is an error, not a finding", async () => {
  const shop = await open();
  await shop.close();
  await expect(check(shop)).rejects.toMatchObject({ code: "CHECK_SERVER_UNREACHABLE" });
  await expect(checkContract(SHOP, "localhost")).rejects.toMatchObject({ code: "CHECK_URL_INVALID" });
});

test("a fault that leaves the record usable hides none after it", async () => {
  const report = await check(await open("Location leads nowhere", "PATCH forgets a field", "delete keeps the record"));
  const rules = distinctFindings(report).map(({ rule }) => rule);
  expect(rules).toEqual(expect.arrayContaining(["location-broken", "update-lost", "delete-kept"]));
});

test("a replay that sends nothing is an error: what it needs was not given", async () => {
  const [finding] = distinctFindings(
    await check(await open("no key is needed"), { only: ({ method }) => method === "GET" }),
  );
  expect(finding?.rule).toBe("auth-ignored");
  await expect(check(await open("no key is needed"), { auth: {}, replay: finding?.id })).rejects.toMatchObject({
    code: "CHECK_FINDING_UNKNOWN",
    hint: expect.stringContaining("--auth"),
  });
});

test("without credentials, a server that asks for none is no finding, and the report says so", async () => {
  const report = await check(await open("no key is needed"), { auth: {} });
  expect(distinctFindings(report)).toEqual([]);
  expect([...report.unguarded]).toContain("GET /items");
  const text = formatText(report, compareBaseline(report), { color: false });
  expect(text).toMatch(
    /The server answered without the credentials that the description asks for: .*GET \/items.*With --auth, the check reports this as auth-ignored\./,
  );
  expect(formatText(report, compareBaseline(report), { color: false })).not.toContain("[auth-ignored]");
});

test("without credentials, operations that need them are left out and no finding", async () => {
  const report = await check(await open(), { auth: {} });
  expect(distinctFindings(report)).toEqual([]);
  expect(report.skipped.some(({ reason }) => reason.startsWith("needs credentials"))).toBe(true);
  expect([...report.unchecked.keys()]).toContain("GET /settings");
  expect(report.unchecked.size).toBe(report.operations);
  const compared = compareBaseline(report);
  const text = formatText(report, compared, { color: false });
  expect(text).toContain(`Checked 0 of ${report.operations} operations of `);
  expect(text).toContain("Add credentials: --auth key=VARIABLE.");
  expect(text).toMatch(/\nNothing was checked\.\n$/);
  const cases = toJunit(report, compared).match(/<testcase .*<skipped message="not checked: /g) ?? [];
  expect(cases).toHaveLength(report.operations);
});

test("a credential that ends during the check is one line with the change before, and none of the rejections a finding", async () => {
  const shop = await open();
  let served = 0;
  let isGone = false;
  const expiring = createServer(async (request, response) => {
    const { method = "GET", url = "", headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    served += 1;
    if (isGone) headers["x-key"] = "expired";
    const given = Object.entries(headers).filter(([name]) => /^(x-|content-type|accept|if-)/.test(name));
    const body = method === "GET" || method === "HEAD" ? {} : { body: Buffer.concat(chunks) };
    const reply = await fetch(`${shop.url}${url}`, { method, headers: Object.fromEntries(given) as never, ...body });
    isGone ||= served > 60 && method === "DELETE" && reply.ok;
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    return response.end(Buffer.from(await reply.arrayBuffer()));
  });
  await new Promise<void>((resolve) => expiring.listen(0, "127.0.0.1", resolve));
  shops.push({ close: () => new Promise<void>((resolve) => void expiring.close(() => resolve())) } as Shop);
  const url = `http://127.0.0.1:${(expiring.address() as AddressInfo).port}`;
  const report = await check({ url } as Shop);
  expect(report.refusedCredentials.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^The credential of `key` was accepted at first, and the last \d+ requests were rejected \(401\)\. .* or `DELETE \/\S+` took it away: leave that operation out \(--exclude\)\.$/,
    ),
  ]);
  expect(distinctFindings(report)).toEqual([]);
});

test("a credential that all requests carry as a header is taken away and replaced too", async () => {
  const ignored = (report: CheckReport): boolean => report.failures.some(({ rule }) => rule === "auth-ignored");
  const options = { auth: {}, headers: { "X-Key": KEY } };
  expect(ignored(await check(await open("no key is needed"), options))).toBe(true);
  expect(ignored(await check(await open("a wrong key is accepted"), options))).toBe(true);
  const report = await check(await open(), options);
  expect(distinctFindings(report)).toEqual([]);
  expect(report.unchecked.size).toBe(0);
});

test("remarks name the rare values that are rejected, and each status of a rejection that is not documented", async () => {
  const thing = {
    type: "object",
    required: ["name"],
    properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
  };
  const json = { "application/json": { schema: thing } };
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const description = {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: {
      "/things": {
        post: {
          requestBody: { required: true, content: json },
          responses: { 201: { description: "made", content: json } },
        },
      },
      "/things/{id}": { parameters: [id], get: { responses: { 200: { description: "one", content: json } } } },
    },
  };
  const { fastify } = await import("fastify");
  const server = fastify({ ajv: { customOptions: { coerceTypes: false } } });
  shops.push({ close: () => server.close() } as Shop);
  const things: object[] = [];
  server.post<{ Body: { name: string } }>("/things", { schema: { body: thing } }, async ({ body }, reply) => {
    if (body.name.includes("\u0000")) return reply.code(422).send({ message: "no NUL" });
    const made = { name: body.name, id: things.length };
    things.push(made);
    return reply.code(201).send(made);
  });
  server.get<{ Params: { id: string } }>("/things/:id", async ({ params }, reply) => {
    if (!/^-?\d+$/.test(params.id)) return reply.code(400).send({ message: "no number" });
    return things[Number(params.id)] ?? reply.code(404).send({ message: "no such thing" });
  });
  const report = await checkContract(description, await server.listen({ host: "127.0.0.1", port: 0 }), { seed: "1" });
  const remarks = distinctFindings(report, "note").map(({ rule, operation, aspect }) =>
    `${rule} ${operation} ${aspect}`.trim(),
  );
  expect(remarks).toEqual(
    expect.arrayContaining([
      "odd-refused POST /things with a NUL",
      "refusal-undocumented POST /things 422",
      "refusal-undocumented POST /things 400",
      "refusal-undocumented GET /things/{id} 400",
      "absent-undocumented GET /things/{id}",
    ]),
  );
  expect(distinctFindings(report)).toEqual([]);
});

test("with more time, the check sends more of the broken requests", async () => {
  const options: CheckOptions = { only: ({ method, path }) => method === "POST" && path === "/items" };
  const usual = await check(await open(), options);
  const longer = await check(await open(), { ...options, seconds: 60 });
  expect(longer.invalid).toBeGreaterThan(usual.invalid);
  expect(distinctFindings(longer)).toEqual([]);
});

test("an id leads back to its finding, by another run with another seed, with few requests", async () => {
  const shop = await open("PATCH forgets a field");
  const first = distinctFindings(await check(shop));
  expect(first.length).toBeGreaterThan(0);
  const [finding] = first;
  const again = await check(shop, { seed: "2", replay: finding?.id });
  expect(distinctFindings(again).map(({ id }) => id)).toEqual([finding?.id]);
  const lines = formatText(again, compareBaseline(again), { color: false, allSteps: true });
  expect(lines.match(/curl -i /g)?.length).toBe(again.failures[0]?.exchanges.length);
  expect(lines.match(/curl -i /g)?.length).toBeGreaterThan(1);
  const fixed = await check(await open(), { replay: finding?.id });
  expect(fixed.failures).toEqual([]);
  expect(formatText(fixed, compareBaseline(fixed), { color: false })).toContain("did not show up: it is fixed.");
  expect(again.requests).toBeLessThan(40);
  for (const replay of ["0000-000000", `${finding?.id.split("-")[0]}-000000`, "nonsense"])
    await expect(check(shop, { replay })).rejects.toMatchObject({ code: "CHECK_FINDING_UNKNOWN" });
});

test("the same mistake of several operations is one cause, named by the schema's place in the description", async () => {
  const report = await check(await open("the id is a text"));
  const [cause] = groupFindings(distinctFindings(report));
  expect(new Set(cause?.findings.map(({ operation }) => operation)).size).toBeGreaterThanOrEqual(3);
  expect(cause?.findings[0]?.cause).toBe("/components/schemas/Item/properties/id/type");
});

test("curl lines name the variable of a credential and never show it", async () => {
  const report = await check(await open("settings are forgotten"), { seed: "2" });
  const [finding] = distinctFindings(report);
  const lines = finding?.exchanges.map(({ request }) => curlLine(report, request)).join("\n") ?? "";
  expect(lines).toContain("curl -i -X PUT");
  expect(lines).toContain(`-H 'x-key: '"$SHOP_KEY"''`);
  expect(lines).not.toContain(KEY);
});

test("findings can be told apart: in the text by id and place, in a baseline by a text of their own", async () => {
  const report = await check(await open("the id is a text"));
  const compared = compareBaseline(report);
  const text = formatText(report, compared, { color: false });
  for (const { id } of compared.fresh.slice(0, 3)) expect(text).toContain(id);
  const accepted: string[] = Object.values(JSON.parse(baselineText(report)).findings);
  expect(new Set(accepted).size).toBe(compared.fresh.length);
  const titles = text.split("\n").filter((line) => line.startsWith("✗"));
  expect(new Set(titles).size).toBe(titles.length);
});

test("a value that is lost is shown with the request that wrote it", async () => {
  const report = await check(await open("PATCH forgets a field"));
  const text = formatText(report, compareBaseline(report), { color: false });
  expect(text).toMatch(/\[update-lost\][^✗]*curl -i -X PATCH [^\n]*\n *curl -i -H [^\n]*items\/\d+/);
});

test("a baseline accepts what is known, and says what is gone", async () => {
  const report = await check(await open("settings are forgotten"), { seed: "2" });
  const file = join(folder, "baseline.json");
  await writeFile(file, baselineText(report));
  const baseline = await readBaseline(file);
  expect(compareBaseline(report, baseline)).toMatchObject({ fresh: [], gone: {} });
  // As after its last line was removed.
  await writeFile(file, baselineText(report).replace(/"\s*\}\s*\}\s*$/, '",\n  }\n}\n'));
  expect(await readBaseline(file)).toEqual(baseline);
  const other = await check(await open("create answers 200"));
  const compared = compareBaseline(other, baseline);
  expect(compared.fresh.length).toBeGreaterThan(0);
  expect(compared.gone).toEqual(baseline);
  const [id = "", text = ""] = Object.entries(baseline)[0] ?? [];
  expect(formatText(other, compared, { color: false })).toContain(
    `of the baseline did not show up; --update-baseline removes them:\n  ${id}  ${text}\n`,
  );
  for (const text of ["[]", '{ "findings": { "0123456789ab": null } }']) {
    await writeFile(file, text);
    await expect(readBaseline(file)).rejects.toMatchObject({ code: "BASELINE_UNREADABLE" });
  }
});

test("one report in every format", async () => {
  const report = await check(await open("settings are forgotten"), { seed: "2" });
  const compared = compareBaseline(report);
  const [finding] = compared.fresh;
  const text = formatText(report, compared, { color: false });
  expect(text).toContain("✗ An update is not there afterwards. [update-lost]\n  PUT /settings\n");
  expect(text).toContain(`replay: ${finding?.id}`);
  expect(text).toContain("\n2 findings come from 1 mistake.\n");
  const json = JSON.parse(JSON.stringify(toJson(report, compared)));
  expect(json.findings[0]).toMatchObject({
    id: finding?.id,
    rule: "update-lost",
    new: true,
    location: { file: SHOP, line: 101 },
  });
  expect(toJunit(report, compared)).toMatch(
    /<testsuites tests="\d+" failures="[1-9]"[\s\S]*<testcase classname="PUT \/settings" name="update-lost /,
  );
  expect(toSarif(report, compared)).toMatchObject({
    version: "2.1.0",
    runs: [
      {
        results: expect.arrayContaining([
          expect.objectContaining({ ruleId: "update-lost", partialFingerprints: { findingId: finding?.id } }),
        ]),
      },
    ],
  });
});

test("a stopped check removes what it has made", async () => {
  const shop = await open();
  const stop = new AbortController();
  const report = await check(shop, {
    signal: stop.signal,
    onProgress: ({ done }) => {
      if (done === 5) stop.abort();
    },
  });
  expect(report.isAborted).toBe(true);
  expect(shop.items.size).toBe(3);
});

test("the description's server path is found below an address without one", async () => {
  const shop = await open();
  const { fastify } = await import("fastify");
  const front = fastify();
  shops.push({ ...shop, close: () => front.close() });
  front.get("/v1/things", async () => []);
  const url = await front.listen({ host: "127.0.0.1", port: 0 });
  const description = {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    servers: [{ url: "https://things.example/v1" }],
    paths: { "/things": { get: { responses: { 200: { description: "All." } } } } },
  };
  expect(distinctFindings(await checkContract(description, url))).toEqual([]);
  await expect(checkContract(description, `${url}/v2`)).rejects.toMatchObject({
    code: "CHECK_ADDRESS_WRONG",
    message: expect.stringContaining(`${url}/v2/things`),
    hint: expect.stringContaining("Check the address."),
  });
});

test("so it is for operations without a path to try, of a server that reads bodies before it looks for the operation", async () => {
  const { fastify } = await import("fastify");
  const front = fastify();
  const shop = await open();
  shops.push({ ...shop, close: () => front.close() });
  front.get("/v1/things", async () => []);
  front.post("/v1/things", async (_, reply) => reply.code(201).send());
  const url = await front.listen({ host: "127.0.0.1", port: 0 });
  const post = {
    requestBody: { content: { "application/json": { schema: { type: "object" } } } },
    responses: { 201: { description: "Made." }, 400: { description: "No JSON." }, 415: { description: "No JSON." } },
  };
  const description = {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    servers: [{ url: "https://things.example/v1" }],
    paths: { "/things": { get: { responses: { 200: { description: "All." } } }, post } },
  };
  const only = ({ method }: { readonly method: string }): boolean => method === "POST";
  const below = await checkContract(description, url, { only });
  expect([...below.unchecked.keys()]).toEqual([]);
  await expect(checkContract(description, `${url}/v2`, { only })).rejects.toMatchObject({
    code: "CHECK_ADDRESS_WRONG",
    message: expect.stringMatching(/got 400 or 404/),
  });
});

test("records of paths that end in a slash are asked for with it, and a writeOnly property of any answer is found", async () => {
  const schema = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
  };
  const ok = (json: object): object => ({ description: "ok", content: { "application/json": { schema: json } } });
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const refused = { 400: { description: "wrong" }, 404: { description: "gone" } };
  const settings = {
    type: "object",
    properties: { database: { type: "object", properties: { url: { type: "string", writeOnly: true } } } },
  };
  const paths = {
    "/pets/": {
      get: { responses: { 200: ok({ type: "array", items: schema }) } },
      post: { requestBody: { required: true, ...ok(schema) }, responses: { 201: ok(schema), ...refused } },
    },
    "/pets/{id}/": {
      parameters: [id],
      get: { responses: { 200: ok(schema), ...refused } },
      delete: { responses: { 204: { description: "gone" }, ...refused } },
    },
    "/settings/": { get: { responses: { 200: ok(settings) } } },
  };
  const pets = new Map<string, object>();
  const strange: string[] = [];
  let last = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const answer = (status: number, json?: object): void => {
        response.writeHead(status, { "content-type": "application/json" }).end(json && JSON.stringify(json));
      };
      const { method, url = "" } = request;
      const [, , key = ""] = url.split("/");
      if (!url.endsWith("/")) strange.push(`${method} ${url}`);
      if (url === "/settings/" && method === "GET") return answer(200, { database: { url: "postgres://secret" } });
      if (url === "/pets/" && method === "GET") return answer(200, [...pets.values()]);
      if (url === "/pets/" && method === "POST") {
        if (!request.headers["content-type"]?.startsWith("application/json")) return answer(415, {});
        const pet = petOf(Buffer.concat(chunks).toString());
        if (pet === undefined) return answer(400, {});
        last += 1;
        pets.set(String(last), { ...pet, id: last });
        return answer(201, { ...pet, id: last });
      }
      if (url.startsWith("/pets/") && method === "GET" && pets.has(key)) return answer(200, pets.get(key));
      if (url.startsWith("/pets/") && method === "DELETE" && pets.delete(key)) return answer(204);
      return answer(404, {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const description = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths };
    const report = await checkContract(description, `http://127.0.0.1:${port}`, { seed: "1" });
    expect(strange).toEqual([]);
    expect(report.stories.map(({ outcome }) => outcome)).toEqual(["whole", "whole", "whole"]);
    expect(
      distinctFindings(report).map(({ rule, operation, details }) => `${rule} ${operation} ${details[0]}`),
    ).toEqual(["write-only-shown GET /settings/ /database/url is writeOnly"]);
    expect(report.leftovers).toEqual([]);
    expect(pets.size).toBe(0);
  } finally {
    server.close();
  }
});

/** The pet of a request; `undefined` for what is none. */
function petOf(text: string): object | undefined {
  try {
    const pet: unknown = JSON.parse(text);
    const isPet =
      typeof pet === "object" &&
      pet !== null &&
      !Array.isArray(pet) &&
      /^(string|undefined)$/.test(typeof Reflect.get(pet, "name"));
    return isPet ? pet : undefined;
  } catch {
    return undefined;
  }
}

test("a baseline keeps what is known of operations that were not checked", async () => {
  const shop = await open("the id is a text");
  const all = await check(shop);
  const known: Record<string, string> = JSON.parse(baselineText(all)).findings;
  const part = await check(shop, { only: ({ path }) => path === "/settings" });
  const compared = compareBaseline(part, known);
  expect(compared.gone).toEqual({});
  expect(compared.unseen).toEqual(known);
  expect(formatText(part, compared, { color: false })).toMatch(
    /findings? of the baseline (is|are) about operations that were not checked:\n {2}[0-9a-f]{6}-[0-9a-f]{6} {2}\S/,
  );
  expect(JSON.parse(baselineText(part, known)).findings).toEqual(known);
  const fixed = await check(await open());
  expect(compareBaseline(fixed, known)).toMatchObject({ unseen: {}, gone: known });
  expect(JSON.parse(baselineText(fixed, known)).findings).toEqual({});
  // Its last parts were not run.
  const aborted = { ...fixed, isAborted: true };
  expect(compareBaseline(aborted, known)).toMatchObject({ unseen: known, gone: {} });
  expect(JSON.parse(baselineText(aborted, known)).findings).toEqual(known);
});

test("a number beyond its bounds is not called one of the wrong type", async () => {
  const thing = {
    type: "object",
    required: ["size"],
    properties: { id: { type: "integer", readOnly: true }, size: { type: "integer", minimum: 1, maximum: 5 } },
  };
  const json = { "application/json": { schema: thing } };
  const responses = { 201: { description: "made", content: json }, 400: { description: "no" } };
  const description = {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: { "/things": { post: { requestBody: { required: true, content: json }, responses } } },
  };
  const { fastify } = await import("fastify");
  const server = fastify();
  shops.push({ close: () => server.close() } as Shop);
  server.post<{ Body: { size?: unknown } | null }>("/things", async ({ body }, reply) => {
    if (!Number.isInteger(body?.size) || Array.isArray(body)) return reply.code(400).send({});
    return reply.code(201).send({ id: 1, size: 3 });
  });
  const report = await checkContract(description, await server.listen({ host: "127.0.0.1", port: 0 }), { seed: "1" });
  const aspects = distinctFindings(report)
    .filter(({ rule }) => rule === "invalid-accepted")
    .map(({ aspect }) => aspect);
  expect(aspects).toEqual(["with a value out of its bounds"]);
});

test("a document for each value of a query, and an id that is shown as the record that it names, are no findings", async () => {
  const text = { type: "string" } as const;
  const model = { name: "model", in: "query", required: true, schema: text };
  const logo = {
    type: "object",
    required: ["data", "access"],
    properties: { data: text, access: { type: "integer" } },
  };
  const shown = { type: "object", properties: { data: text, access: { properties: { id: { type: "integer" } } } } };
  const json = (schema: object) => ({ "application/json": { schema } });
  const description = {
    openapi: "3.1.0",
    info: { title: "Logos", version: "1" },
    paths: {
      "/logo": {
        get: { parameters: [model], responses: { 200: { description: "ok", content: json(shown) } } },
        put: {
          parameters: [model],
          requestBody: { required: true, content: json(logo) },
          responses: { 200: { description: "ok", content: json(shown) }, 400: { description: "no" } },
        },
      },
    },
  };
  const { fastify } = await import("fastify");
  const server = fastify();
  shops.push({ close: () => server.close() } as Shop);
  const logos = new Map<string, object>();
  const document = { querystring: { type: "object", required: ["model"], properties: { model: text } } } as const;
  server.get<{ Querystring: { model: string } }>(
    "/logo",
    { schema: document },
    ({ query }) => logos.get(query.model) ?? { data: "usual", access: { id: 1 } },
  );
  server.put<{ Querystring: { model: string }; Body: { data: string; access: number } }>(
    "/logo",
    { schema: { ...document, body: logo } },
    ({ query, body }) => {
      const kept = { data: body.data, access: { id: body.access } };
      logos.set(query.model, kept);
      return kept;
    },
  );
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  const report = await checkContract(description, url, { seed: "1" });
  expect(distinctFindings(report).filter(({ rule }) => rule === "update-lost")).toEqual([]);
  expect(report.stories.filter(({ kind }) => kind === "singleton").map(({ outcome }) => outcome)).toContain("whole");
});
