import { describe, expect, it } from "vitest";
import { inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const Pool = {
  type: "object",
  properties: { id: { ...text, readOnly: true }, slots: { type: "integer" }, note: text, limits: { type: "object" } },
};

async function pools(mask: object) {
  const call = await serve({
    "/pools": { post: { requestBody: json(Pool), responses: ok(Pool) } },
    "/pools/{id}": {
      parameters: [inPath("id")],
      get: { responses: ok(Pool) },
      patch: { parameters: [mask], requestBody: json(Pool), responses: ok(Pool) },
    },
  });
  const { id } = (await call("POST", "/pools", { slots: 1, note: "old", limits: { cpu: 1, memory: 2 } })).body;
  return async (query: string) => {
    const changes = { slots: 5, note: "new", limits: { cpu: 8, memory: 9 } };
    const { headers } = await call("PATCH", `/pools/${id}${query}`, changes);
    return { ...(await call("GET", `/pools/${id}`)).body, ignored: headers.get("mock-ignored") };
  };
}

describe("an update with a mask", () => {
  it.each(["?update_mask=slots", "?update_mask=slots&update_mask=id"])("changes what it names: %s", async (query) => {
    const list = inQuery("update_mask", { type: "array", items: text });
    expect(await (await pools(list))(query)).toMatchObject({ slots: 5, note: "old", ignored: null });
  });

  it("names several with commas, and parts of objects", async () => {
    const patch = await pools(inQuery("updateMask", text));
    expect(await patch("?updateMask=note,limits.cpu")).toMatchObject({
      slots: 1,
      note: "new",
      limits: { cpu: 8, memory: 2 },
    });
  });

  it.each(["", "?updateMask=*"])("changes all that is sent: %s", async (query) => {
    expect(await (await pools(inQuery("updateMask", text)))(query)).toMatchObject({ slots: 5, note: "new" });
  });

  it("may stand in the body, beside the record", async () => {
    const around = (name: string, rest: object = {}) => ({
      type: "object",
      properties: { [name]: Pool, ...rest },
    });
    const call = await serve({
      "/pools": { post: { requestBody: json(Pool), responses: ok(around("pool")) } },
      "/pools/{id}": {
        parameters: [inPath("id")],
        get: { responses: ok(around("pool")) },
        patch: { requestBody: json(around("pool", { updateMask: text })), responses: ok(around("pool")) },
      },
    });
    const { id } = (await call("POST", "/pools", { slots: 1, note: "old" })).body.pool;
    const changed = await call("PATCH", `/pools/${id}`, { pool: { slots: 5, note: "new" }, updateMask: "slots" });
    expect(changed.body.pool).toMatchObject({ slots: 5, note: "old" });
    expect(changed.headers.get("mock-ignored")).toBeNull();
  });
});
