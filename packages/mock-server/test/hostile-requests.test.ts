import { expect, test } from "vitest";
import { ok, serve } from "./http-client.js";

const SCHEMA = { type: "object", properties: { name: { type: "string" } } };

test.each(["constructor", "__proto__", "toString"])(
  "a field called %s is a field like others, in forms of both kinds",
  async (name) => {
    const content = {
      "multipart/form-data": { schema: SCHEMA, encoding: { name: { contentType: "text/plain" } } },
      "application/x-www-form-urlencoded": { schema: SCHEMA, encoding: { name: { explode: false } } },
    };
    const call = await serve({ "/forms": { post: { requestBody: { content }, responses: ok(SCHEMA) } } });
    const form = new FormData();
    form.set(name, "x");
    expect((await call("POST", "/forms", form)).status).toBe(200);
    expect((await call("POST", "/forms", new URLSearchParams({ [name]: "x" }))).status).toBe(200);
  },
);
