import { describe, expect, test } from "vitest";
import { json, serve, serveOverHttp } from "./http-client.js";

const text = { schema: { type: "string" } };
const point = { schema: { type: "object", required: ["x"], properties: { x: { const: 1 } } } };
const failure = {
  schema: {
    type: "object",
    required: ["reason"],
    properties: { reason: { type: "string" } },
    xml: { name: "failure" },
  },
};

/** `GET /a` with these media types. */
function offers(content: object): object {
  return { "/a": { get: { responses: { 200: { description: "ok", content } } } } };
}

describe.each([
  ["in process", serve],
  ["over HTTP", serveOverHttp],
])("negotiation, %s:", (_name, start) => {
  test.each([
    ["text/csv, application/json;q=0.9", "text/csv"],
    ["text/csv;q=0.5, application/json;q=0.9", "application/json"],
    ["text/csv;q=0.5, */*;q=0.1", "text/csv"],
    ["text/*", "text/csv"],
    ["text/*, text/csv;q=0", "text/plain"],
    ["application/json;q=0, */*", "text/csv"],
    ["image/png, */*;q=0.1", "application/json"],
    ["APPLICATION/JSON", "application/json"],
    ['application/json; profile="a,b"', "application/json"],
    ["application/vnd.x.v3+json", "application/json"],
    ["application/vnd.x.v2021-02-25", "application/json"],
    ["application/*+json", "application/json"],
    ["text/xml", "application/xml"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/xml"],
    ["text/csv;q=oops", "text/csv"],
    ["", "application/json"],
  ])("Accept: %s gets %s", async (accept, type) => {
    const call = await start(
      offers({ "text/csv": text, "application/json": point, "text/plain": text, "application/xml": point }),
    );
    const reply = await call("GET", "/a", undefined, { accept });
    expect({ status: reply.status, type: reply.type }).toEqual({
      status: 200,
      type: type.includes("json") ? type : `${type}; charset=utf-8`,
    });
    expect(reply.headers.get("vary")).toContain("Accept");
  });

  test("types that differ in a parameter are told apart by it", async () => {
    const call = await start(offers({ "application/json;view=full": point, "application/json;view=short": text }));
    const ask = async (accept: string): Promise<string | null> => (await call("GET", "/a", undefined, { accept })).type;
    expect(await ask("application/json; view=short")).toMatch(/view="?short/);
    expect(await ask("application/json")).toMatch(/view="?full/);
  });

  test("of vendor types the one that is named wins over plain JSON", async () => {
    const call = await start(offers({ "application/json": point, "application/vnd.a+json": point }));
    const ask = async (accept: string): Promise<string | null> => (await call("GET", "/a", undefined, { accept })).type;
    expect(await ask("application/vnd.a+json")).toContain("application/vnd.a+json");
    expect(await ask("application/vnd.b+json")).toContain("application/json");
    expect(await ask("application/json")).toContain("application/json");
  });

  test("the requested language changes nothing", async () => {
    const call = await start(offers({ "application/json": point }));
    const headers = { "accept-language": "tlh", "accept-charset": "ebcdic", "accept-encoding": "x" };
    expect(await call("GET", "/a", undefined, headers)).toMatchObject({ status: 200, body: { x: 1 } });
  });

  test("406, 413 and 415 have the documented body, and say what is supported", async () => {
    const documented = { description: "no", content: { "application/json": failure } };
    const call = await start(
      {
        "/a": {
          post: {
            requestBody: json(point.schema),
            responses: { 200: { description: "ok", ...json(point.schema) }, "4XX": documented },
          },
          patch: { requestBody: json(point.schema), responses: { 200: { description: "ok", ...json(point.schema) } } },
        },
      },
      {},
      { bodyLimit: 100 },
    );
    const origin = { origin: "http://page.test" };
    const refused = [
      [406, await call("POST", "/a", { x: 1 }, { accept: "image/png", ...origin }), /image\/png/],
      [413, await call("POST", "/a", { x: 1, y: "y".repeat(200) }, origin), /larger than 100 bytes/],
      [415, await call("POST", "/a", "x", { "content-type": "text/plain", ...origin }), /send application\/json/],
      [415, await call("POST", "/a", { x: 1 }, { "content-encoding": "zstd", ...origin }), /zstd/],
    ] as const;
    for (const [status, reply, reason] of refused) {
      expect(reply).toMatchObject({ status, body: { reason: expect.stringMatching(reason) } });
      expect(reply.headers.get("access-control-allow-origin")).toBe("http://page.test");
    }
    const sent = await call("PATCH", "/a", "x", { "content-type": "text/plain" });
    expect(sent.status).toBe(415);
    expect(sent.headers.get("accept-patch")).toBe(
      "application/json, application/merge-patch+json, application/json-patch+json",
    );
  });

  test("errors come in the documented media type that the client takes", async () => {
    const content = { "application/json": failure, "application/xml": failure };
    const call = await start({
      "/a": {
        get: {
          parameters: [{ name: "n", in: "query", required: true, schema: { type: "integer" } }],
          responses: { 200: { description: "ok", ...json(point.schema) }, 400: { description: "no", content } },
        },
      },
    });
    const xml = await call("GET", "/a", undefined, { accept: "application/json;q=0.1, application/xml" });
    expect(xml).toMatchObject({ status: 400, type: "application/xml; charset=utf-8" });
    expect(xml.body).toContain("<failure><reason>");
    expect(await call("GET", "/a")).toMatchObject({ status: 400, body: { reason: expect.any(String) } });
    const forced = await call("GET", "/a?n=1", undefined, { accept: "text/xml, */*;q=0.1", prefer: "code=400" });
    expect(forced.type).toBe("application/xml; charset=utf-8");
    expect(forced.headers.get("preference-applied")).toBe("code=400");
  });

  test("a type that only a range names is answered as that type", async () => {
    const call = await start(offers({ "application/*": point, "image/*": text }));
    const ask = async (accept: string): Promise<readonly unknown[]> => {
      const { status, type } = await call("GET", "/a", undefined, { accept });
      return [status, type];
    };
    expect(await ask("application/xml")).toEqual([200, "application/xml; charset=utf-8"]);
    expect(await ask("video/mp4, image/webp;q=0.5")).toEqual([200, "image/webp"]);
    expect((await ask("video/mp4"))[0]).toBe(406);
  });
});
