import { expect, test } from "vitest";
import { inPath, serve } from "./http-client.js";

const XML = { "content-type": "application/xml" };

function xml(schema: object): object {
  return { content: { "application/xml": { schema } } };
}

const PET = {
  type: "object",
  required: ["id", "name"],
  xml: { name: "pet", namespace: "urn:pets", prefix: "p" },
  properties: {
    id: { type: "integer", readOnly: true, xml: { attribute: true } },
    name: { type: "string", minLength: 2, xml: { name: "Name" } },
    tags: { type: "array", xml: { name: "labels", wrapped: true }, items: { type: "string", xml: { name: "label" } } },
    weights: { type: "array", items: { type: "number" } },
    owner: { type: ["object", "null"], properties: { email: { type: "string" }, old: { type: "boolean" } } },
  },
};

const PETS = { type: "array", xml: { name: "pets" }, items: { $ref: "#/components/schemas/Pet" } };
const REF = { $ref: "#/components/schemas/Pet" };

const PATHS = {
  "/pets": {
    get: { responses: { 200: { description: "ok", ...xml(PETS) } } },
    post: { requestBody: { required: true, ...xml(REF) }, responses: { 201: { description: "made", ...xml(REF) } } },
    put: {
      operationId: "many",
      requestBody: { required: true, ...xml(PETS) },
      responses: { 200: { description: "ok", content: { "application/json": { schema: { type: "object" } } } } },
    },
  },
  "/pets/{id}": {
    parameters: [inPath("id", { type: "integer" })],
    get: { responses: { 200: { description: "ok", ...xml(REF) } } },
  },
};

const start = () => serve(PATHS, { components: { schemas: { Pet: PET } } });

const REX = `<?xml version="1.0"?>
<p:pet xmlns:p="urn:pets">
  <p:Name lang="en">Rex &amp; &#67;o <![CDATA[<1>]]></p:Name>
  <p:labels><p:label>a</p:label><p:label>b</p:label></p:labels>
  <p:weights>1.5</p:weights><p:weights>2</p:weights>
  <p:owner><p:email>ann@example.com</p:email><p:old>true</p:old></p:owner>
</p:pet>`;

test("an API with only XML answers in XML, with the sent values", async () => {
  const call = await start();
  const made = await call("POST", "/pets", REX, XML);
  expect([made.status, made.type]).toEqual([201, "application/xml; charset=utf-8"]);
  const text =
    '<p:pet xmlns:p="urn:pets" id="1"><Name>Rex &amp; Co &lt;1&gt;</Name><labels><label>a</label><label>b</label></labels>' +
    "<weights>1.5</weights><weights>2</weights><owner><email>ann@example.com</email><old>true</old></owner></p:pet>";
  expect(made.body).toBe(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`);
  expect((await call("GET", "/pets/1")).body).toBe(made.body);
  await call("POST", "/pets", "<pet><Name>Tom</Name></pet>", XML);
  const list = (await call("GET", "/pets")).body;
  expect(list).toContain(`<pets>${text}<p:pet xmlns:p="urn:pets" id="2"><Name>Tom</Name>`);
  expect((await call("PUT", "/pets", list.split("\n")[1], XML)).status).toBe(200);
  const one = await call("PUT", "/pets", "<pets><pet><Name>T</Name></pet></pets>", XML);
  expect([one.status, one.body.details[0].path]).toEqual([400, "/0/name"]);
});

test("XML is judged by its schema, and malformed XML is 400 with its place", async () => {
  const call = await start();
  const short = await call("POST", "/pets", "<pet><Name>R</Name><weights>heavy</weights></pet>", XML);
  expect([short.status, short.body.details.map(({ path }: { path: string }) => path).sort()]).toEqual([
    400,
    ["/name", "/weights/0"],
  ]);
  const cut = await call("POST", "/pets", "<pet>\n  <Name>Rex</Nam></pet>", XML);
  expect(cut).toMatchObject({ status: 400, body: { error: "Malformed XML", details: [{ line: 2, in: "body" }] } });
  expect(cut.body.details[0].message).toMatch(/line 2, column \d+/);
  expect((await call("POST", "/pets", "", XML)).status).toBe(400);
  expect((await call("POST", "/pets", "just text", XML)).status).toBe(400);
});

test("XML may declare no document type, so no entity can grow or name a file", async () => {
  const call = await start();
  const bomb = '<!DOCTYPE pet [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><pet><Name>&b;</Name></pet>';
  const file = '<!DOCTYPE pet SYSTEM "file:///etc/passwd"><pet><Name>Rex</Name></pet>';
  for (const text of [bomb, file]) {
    const reply = await call("POST", "/pets", text, XML);
    expect([reply.status, reply.body.details[0].message]).toEqual([400, expect.stringContaining("document type")]);
  }
  const deep = "<a>".repeat(15_000) + "</a>".repeat(15_000);
  expect((await call("POST", "/pets", `<pet>${deep}</pet>`, XML)).status).toBe(400);
  const named = "<pet><__proto__><x>1</x></__proto__><Name>Rex</Name></pet>";
  expect((await call("POST", "/pets", named, XML)).status).toBeLessThan(500);
});

test("nil elements are null, and OpenAPI 3.2's node types are followed", async () => {
  const schema = {
    type: "object",
    required: ["code", "text"],
    xml: { name: "note" },
    properties: {
      code: { type: "integer", xml: { nodeType: "attribute" } },
      text: { type: "string", xml: { nodeType: "text" } },
      until: { type: ["string", "null"] },
    },
  };
  const paths = {
    "/notes": {
      post: {
        requestBody: { required: true, ...xml(schema) },
        responses: {
          200: { description: "ok", content: { "application/json": { schema: { ...schema, type: "object" } } } },
        },
      },
    },
    "/note": {
      get: {
        responses: {
          200: { description: "ok", content: { "application/xml": { schema, example: { code: 7, text: "hi" } } } },
        },
      },
    },
  };
  const call = await serve(paths, { openapi: "3.2.0" });
  const text =
    '<note code="5" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">hello<until xsi:nil="true"/></note>';
  expect((await call("POST", "/notes", text, XML)).body).toEqual({ code: 5, text: "hello", until: null });
  expect((await call("GET", "/note")).body).toContain('<note code="7">hi');
});
