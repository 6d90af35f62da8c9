import { describe, expect, test } from "vitest";
import { crud, json, serve, serveOverHttp } from "./http-client.js";

const pet = {
  type: "object",
  required: ["id", "name"],
  additionalProperties: false,
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string", minLength: 1 } },
};

const problem = {
  type: "object",
  required: ["code"],
  properties: { code: { type: "string" }, message: { type: "string" } },
};

const examples = { rex: { value: { id: 7, name: "Rex" } }, tom: { value: { id: 8, name: "Tom" } } };

const base = crud("/pets", pet) as Record<string, Record<string, object>>;
const paths = {
  "/pets": {
    ...base["/pets"],
    post: {
      ...base["/pets"]?.post,
      responses: {
        201: { description: "made", ...json(pet, { examples }) },
        202: { description: "later", ...json({ ...pet, required: ["id"] }) },
        400: { description: "bad", ...json(problem, { examples: { short: { value: { code: "too-short" } } } }) },
        "5XX": { description: "broken", ...json(problem) },
      },
    },
  },
  "/pets/{id}": {
    ...base["/pets/{id}"],
    get: {
      responses: {
        200: { description: "it", ...json(pet, { examples }) },
        404: { description: "gone", ...json(problem, { example: { code: "no-such-pet" } }) },
        429: { description: "slow down" },
      },
    },
  },
};

const prefer = (text: string): Record<string, string> => ({ prefer: text });

describe.each([
  ["in process", serve],
  ["over HTTP", serveOverHttp],
])("Prefer, %s,", (_name, start) => {
  test("asks for a documented status, by its number, range or default, and nothing is stored", async () => {
    const call = await start(paths);
    const broken = await call("POST", "/pets", { name: "Rex" }, prefer("code=503"));
    expect(broken).toMatchObject({ status: 503, body: { code: "forced" } });
    expect(broken.headers.get("preference-applied")).toBe("code=503");
    const refused = await call("POST", "/pets", { name: "Rex" }, prefer("code=400"));
    expect(refused).toMatchObject({ status: 400, body: { code: "too-short" } });
    expect((await call("GET", "/pets")).body).toEqual([]);
    await call("POST", "/pets", { name: "Rex" });
    expect(await call("GET", "/pets/1", undefined, prefer("code=404"))).toMatchObject({
      status: 404,
      body: { code: "no-such-pet" },
    });
    expect(await call("GET", "/pets/1", undefined, prefer("code=429"))).toMatchObject({
      status: 429,
      body: { error: "Too Many Requests" },
    });
  });

  test("with the usual status, or without anything known, changes nothing", async () => {
    const call = await start(paths);
    const made = await call("POST", "/pets", { name: "Ann" }, prefer("code=201, return=representation"));
    expect(made).toMatchObject({ status: 201, body: { id: 1, name: "Ann" } });
    expect((await call("GET", "/pets/1", undefined, prefer("respond-async, wait=100"))).body).toEqual(made.body);
  });

  test("of the standard's own words is followed where an answer of that kind is documented", async () => {
    const { "/pets/{id}": item, ...rest } = paths;
    const put = {
      ...base["/pets/{id}"]?.put,
      responses: { 200: { description: "it", ...json(pet) }, 204: { description: "done" } },
    };
    const call = await start({ ...rest, "/pets/{id}": { ...item, put } });
    const later = await call("POST", "/pets", { name: "Rex" }, prefer("respond-async, wait=5"));
    expect(later).toMatchObject({ status: 202, body: { id: 1 } });
    expect(later.headers.get("preference-applied")).toBe("respond-async");
    const bare = await call("PUT", "/pets/1", { name: "Max" }, prefer("return=minimal"));
    expect(bare).toMatchObject({ status: 204, body: undefined });
    expect(bare.headers.get("preference-applied")).toBe("return=minimal");
    const whole = await call("PUT", "/pets/1", { name: "Tom" }, prefer("return=representation"));
    expect(whole).toMatchObject({ status: 200, body: { id: 1, name: "Tom" } });
    const silent = await call("PATCH", "/pets/1", { name: "Ann" }, prefer("return=minimal"));
    expect(silent).toMatchObject({ status: 200, body: { name: "Ann" } });
    expect(silent.headers.get("preference-applied")).toBeNull();
  });

  test("with another 2xx does the work and answers with it", async () => {
    const call = await start(paths);
    const later = await call("POST", "/pets", { name: "Ann" }, prefer("code=202"));
    expect(later).toMatchObject({ status: 202, body: { id: 1 } });
    expect((await call("GET", "/pets/1")).body).toEqual({ id: 1, name: "Ann" });
  });

  test("asks for an example by name, and stores nothing", async () => {
    const call = await start(paths);
    const reply = await call("GET", "/pets/99", undefined, prefer("example=tom"));
    expect(reply).toMatchObject({ status: 200, body: { id: 8, name: "Tom" } });
    expect(reply.headers.get("preference-applied")).toBe("example=tom");
    expect(await call("POST", "/pets", { name: "x" }, prefer('code=400; example="short"'))).toMatchObject({
      status: 400,
      body: { code: "too-short" },
    });
    expect(await call("POST", "/pets", { name: "x" }, prefer("example=rex"))).toMatchObject({
      status: 201,
      body: { id: 7, name: "Rex" },
    });
    expect((await call("GET", "/pets")).body).toEqual([]);
  });

  test("for an undocumented response is a problem that names the documented ones", async () => {
    const call = await start(paths);
    const code = await call("GET", "/pets", undefined, prefer("code=418"));
    expect(code).toMatchObject({
      status: 404,
      body: { details: [{ documented: ["200"], hint: expect.stringContaining("/__mock/overrides") }] },
    });
    const example = await call("POST", "/pets", { name: "x" }, prefer("example=zoe"));
    expect(example.status).toBe(404);
    expect(example.body).toMatchObject({ details: [{ documented: ["rex", "tom"] }] });
    expect(code.headers.get("preference-applied")).toBeNull();
  });

  test("asks for made-up values, the same for the same seed", async () => {
    const call = await start(paths);
    const ask = async (text: string): Promise<unknown> => (await call("GET", "/pets/1", undefined, prefer(text))).body;
    const made = await ask("dynamic=true, seed=a");
    expect(made).toEqual({ id: expect.any(Number), name: expect.any(String) });
    expect(await ask("seed=a")).toEqual(made);
    expect(await ask("dynamic, seed=b")).not.toEqual(made);
    const two = [await ask("dynamic=true"), await ask("dynamic=true")];
    expect(two[0]).not.toEqual(two[1]);
    expect(await ask("dynamic=false, seed=a")).toMatchObject({ code: "no-such-pet" });
  });

  test("of an invalid request counts where it asks for a rejection", async () => {
    const call = await start(paths);
    expect((await call("POST", "/pets", {}, prefer("code=500"))).status).toBe(400);
    expect((await call("POST", "/pets", {}, prefer("code=201, example=rex"))).status).toBe(400);
    expect((await call("POST", "/pets", {}, prefer("code=400, example=short"))).body).toEqual({ code: "too-short" });
  });

  test("with an invalid value is rejected", async () => {
    const call = await start(paths);
    const reply = await call("GET", "/pets", undefined, prefer("code=abc, dynamic=maybe, wait=soon"));
    expect(reply.status).toBe(422);
    expect(reply.body.details).toHaveLength(3);
    expect((await call("GET", "/pets", undefined, prefer("code=101"))).status).toBe(422);
  });

  test("delays the answer", async () => {
    const call = await start(paths);
    const slow = call("GET", "/pets", undefined, prefer("wait=0.2"));
    const quick = call("GET", "/pets");
    expect(await Promise.race([slow.then(() => "slow"), quick.then(() => "quick")])).toBe("quick");
    expect((await slow).headers.get("preference-applied")).toBe("wait=0.2");
    expect((await call("GET", "/pets?__delay=20")).headers.get("preference-applied")).toBe("wait=0.02");
  });

  test("has twins in the query, which the operation never sees and the header silences", async () => {
    const query = { name: "filter", in: "query", style: "form", explode: true, schema: { type: "object" } };
    const strict = {
      "/a": {
        get: {
          parameters: [query, { name: "__seed", in: "query", schema: { type: "string" } }],
          responses: {
            200: { description: "ok", ...json({ type: "object", example: {} }) },
            409: { description: "no" },
          },
        },
      },
    };
    const call = await start({ ...paths, ...strict });
    expect((await call("GET", "/pets/1?__code=404")).body).toEqual({ code: "no-such-pet" });
    expect((await call("GET", "/pets/1?__example=tom")).body).toEqual({ id: 8, name: "Tom" });
    expect((await call("GET", "/pets/1?__dynamic=true&__seed=a")).body).toEqual(
      (await call("GET", "/pets/1", undefined, prefer("dynamic=true, seed=a"))).body,
    );
    expect((await call("GET", "/pets?__code=404", undefined, prefer("code=200"))).status).toBe(200);
    expect((await call("GET", "/a?__code=409")).status).toBe(409);
    const declared = await call("GET", "/a?__seed=x");
    expect(declared.headers.get("preference-applied")).toBeNull();
  });

  test("is exposed to pages of other origins", async () => {
    const call = await start(paths);
    const { headers } = await call("GET", "/pets/1?__code=404", undefined, { origin: "http://page.test" });
    expect(headers.get("access-control-expose-headers")).toContain("preference-applied");
  });
});
