import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { summarize } from "../report/summary.js";
import { type DescriptionReport, runDescription } from "./run-description.js";

const PET = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string", minLength: 1 },
    tag: { type: "string", nullable: true },
    secret: { type: "string", writeOnly: true },
  },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const one = { description: "one", ...json({ $ref: "#/components/schemas/Pet" }) };
const absent = { description: "absent" };
const DESCRIPTION = {
  openapi: "3.0.3",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      get: {
        responses: {
          200: { description: "all", ...json({ type: "array", items: { $ref: "#/components/schemas/Pet" } }) },
        },
      },
      post: {
        requestBody: { required: true, ...json({ $ref: "#/components/schemas/Pet" }) },
        responses: { 201: one, 400: absent },
      },
    },
    "/pets/{petId}": {
      parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { 200: one, 400: absent, 404: absent } },
      patch: {
        requestBody: {
          required: true,
          ...json({ type: "object", properties: { name: { type: "string", minLength: 1 } } }),
        },
        responses: { 200: one, 400: absent, 404: absent },
      },
      delete: { responses: { 204: { description: "gone" }, 400: absent, 404: absent } },
    },
  },
  components: { schemas: { Pet: PET } },
};

/** A small honest backend; `defect` is a name that one of its parts looks for. */
function petServer(defect: string): Server {
  const pets = new Map<number, Record<string, unknown>>();
  let last = 0;
  return createServer(async (request, response) => {
    const body = await readBody(request);
    const answer = (status: number, value?: unknown): void => {
      if (value === undefined) response.writeHead(status).end();
      else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    };
    const [, , id] = (request.url ?? "").split("/");
    const refuse = (): void =>
      answer(400, defect === "silent errors" ? {} : { error: "Validation failed", details: [] });
    if (id === undefined && request.method === "GET") return answer(200, [...pets.values()]);
    if (id === undefined) {
      const { name, tag } = body as { name?: unknown; tag?: unknown };
      if (typeof name !== "string" && defect !== "accepts anything") return refuse();
      last += 1;
      const pet = { id: defect === "text id" ? `${last}` : last, name, ...(tag === undefined ? {} : { tag }) };
      if (defect !== "forgets") pets.set(last, pet);
      return answer(defect === "crashes" ? 500 : 201, pet);
    }
    if (!/^\d+$/.test(id)) return refuse();
    const pet = pets.get(Number(id));
    if (pet === undefined) return answer(404, { error: "Not found", details: [] });
    if (request.method === "DELETE") {
      if (defect !== "never deletes") pets.delete(Number(id));
      return answer(204);
    }
    if (request.method === "PATCH") {
      if (typeof body !== "object") return refuse();
      if ("name" in body && typeof body.name !== "string") return refuse();
      if (defect !== "ignores updates") Object.assign(pet, body);
    }
    return answer(200, pet);
  });
}

async function readBody(request: IncomingMessage): Promise<object> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString()) as object);
}

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function reportOn(defect: string): Promise<DescriptionReport> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  cleanUps.push(() => rm(folder, { recursive: true }));
  const file = join(folder, "pets.json");
  await writeFile(file, JSON.stringify(DESCRIPTION));
  const server = petServer(defect);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUps.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return runDescription("pets", file, { url: `http://127.0.0.1:${port}` });
}

const kinds = ({ findings }: DescriptionReport): string[] => [
  ...new Set(findings.failures.map(({ fault }) => fault.kind)),
];
const reasons = ({ findings }: DescriptionReport): string => findings.pairs.map(({ reason }) => reason).join("\n");

test("an honest server passes: every answer valid, every pair whole, every invalid request refused", async () => {
  const report = await reportOn("none");
  expect(report.findings.failures).toEqual([]);
  expect(reasons(report).trim()).toBe("");
  expect(summarize([report])).toMatchObject({
    operations: 5,
    valid: report.findings.answers,
    skipped: 0,
    pairs: { whole: 3, broken: 0, undecidable: 0 },
    refused: report.findings.invalid,
  });
  expect(report.findings.invalid).toBeGreaterThan(3);
});

test("an id of the wrong type is seen by the schema judge", async () => {
  const report = await reportOn("text id");
  expect(kinds(report)).toContain("body does not fit");
  expect(report.findings.failures[0]?.fault.details.join()).toContain('/id: type "integer"');
});

test("a server that forgets what it was told has no whole pair", async () => {
  expect(reasons(await reportOn("forgets"))).toMatch(/read: 404/);
});

test("an update that changes nothing breaks the pair", async () => {
  expect(reasons(await reportOn("ignores updates"))).toMatch(/read after update.*name: sent/);
});

test("a record that is still there after its delete breaks the pair", async () => {
  expect(reasons(await reportOn("never deletes"))).toMatch(/read after delete: 200/);
});

test("a 500 where the description documents a success is a server error", async () => {
  expect(summarize([await reportOn("crashes")]).serverErrors).toBeGreaterThan(0);
});

test("a body without its required field must be refused", async () => {
  expect(kinds(await reportOn("accepts anything"))).toContain("invalid request accepted");
});

test("a refusal that says nothing is not enough", async () => {
  expect(kinds(await reportOn("silent errors"))).toContain("error body without error and details");
});
