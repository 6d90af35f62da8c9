import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type CheckReport, checkContract, distinctFindings } from "../src/index.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const problem = { type: "object", required: ["error"], properties: { error: { type: "string" } } };
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const record = (properties: object): object => ({
  type: "object",
  required: ["id", ...Object.keys(properties)],
  properties: { id: { type: "integer", readOnly: true }, ...properties },
});
const AUTHOR = record({ name: { type: "string" } });
const loan = (member: object): object =>
  record({
    author_id: { type: "integer" },
    authorIds: { type: "array", minItems: 1, items: { type: "integer" } },
    ...member,
  });

function crud(collection: string, schema: object): object {
  const refused = { description: "refused", ...json(problem) };
  const ok = { description: "ok", ...json(schema) };
  const body = { requestBody: { required: true, ...json(schema) } };
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  return {
    [collection]: {
      get: { responses: { 200: { description: "ok", ...json({ type: "array", items: schema }) } } },
      post: { ...body, responses: { 201: ok, 400: refused, 415: refused, 409: refused } },
    },
    [`${collection}/{id}`]: {
      parameters: [id],
      get: { responses: { 200: ok, 400: refused, 404: refused } },
      delete: { responses: { 204: { description: "gone" }, 400: refused, 404: refused } },
    },
  };
}

interface Library {
  readonly authors: Map<number, Record<string, unknown>>;
  readonly loans: Map<number, Record<string, unknown>>;
}

/** A server with foreign keys: a loan names authors that are there, each author in one loan alone, and a member of a fixed list. */
async function check(member: object): Promise<CheckReport & { readonly left: Library }> {
  const left: Library = { authors: new Map([[1, { id: 1, name: "A" }]]), loans: new Map() };
  let serial = 1;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const send = (status: number, value?: unknown): void => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(value === undefined ? undefined : JSON.stringify(value));
      };
      const refuse = (status: number, error: string): void => send(status, { error });
      const [, name = "", id] = request.url?.split("?")[0]?.split("/") ?? [];
      const table = name === "loans" ? left.loans : left.authors;
      if (request.method === "GET" && id === undefined) return send(200, [...table.values()]);
      if (request.method === "POST") {
        if (!request.headers["content-type"]?.startsWith("application/json")) return refuse(415, "no JSON");
        const value = parsed(Buffer.concat(chunks).toString());
        if (value === undefined) return refuse(400, "no object");
        const fault =
          name === "loans" ? loanFault(value, left) : typeof value.name === "string" ? undefined : [400, "name"];
        if (fault) return refuse(Number(fault[0]), String(fault[1]));
        serial += 1;
        table.set(serial, { ...value, id: serial });
        return send(201, table.get(serial));
      }
      if (!/^\d+$/.test(id ?? "")) return refuse(400, "id must be a number");
      if (request.method === "DELETE") return table.delete(Number(id)) ? send(204) : refuse(404, "absent");
      const found = table.get(Number(id));
      return found ? send(200, found) : refuse(404, "absent");
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const description = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { ...crud("/authors", AUTHOR), ...crud("/loans", loan(member)) },
  };
  const { port } = server.address() as AddressInfo;
  return { ...(await checkContract(description, `http://127.0.0.1:${port}`, { seed: "1" })), left };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function loanFault(value: Record<string, unknown>, { authors, loans }: Library): [number, string] | undefined {
  const { author_id: author, authorIds, memberId } = value;
  if (!Array.isArray(authorIds) || authorIds.length === 0) return [400, "authorIds"];
  if (![author, ...authorIds].every((id) => typeof id === "number" && authors.has(id))) return [400, "no such author"];
  if (memberId !== undefined && memberId !== 4711) return [400, "no such member"];
  return [...loans.values()].some((other) => other.author_id === author) ? [409, "author is taken"] : undefined;
}

test("references to other records have the ids of records that the check made, and another one after a conflict", async () => {
  const { left, ...report } = await check({});
  expect(distinctFindings(report)).toEqual([]);
  expect(report.unchecked.size).toBe(0);
  expect(report.stories.filter(({ path }) => path.startsWith("/loans"))).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: "pair", outcome: "whole" })]),
  );
  expect([...left.authors.keys()]).toEqual([1]);
  expect(left.loans.size).toBe(0);
});

test("a reference that no operation gives ids for has its example", async () => {
  const report = await check({ memberId: { type: "integer", example: 4711 } });
  expect(distinctFindings(report)).toEqual([]);
});

test("the rejection of a made-up id says how to give a valid one", async () => {
  const report = await check({ memberId: { type: "integer" } });
  expect(distinctFindings(report)).toMatchObject([
    {
      rule: "valid-refused",
      operation: "POST /loans",
      details: expect.arrayContaining([
        "`memberId` is made up. If records must exist for it, give the property an `example` with an id that exists.",
      ]),
    },
  ]);
});
