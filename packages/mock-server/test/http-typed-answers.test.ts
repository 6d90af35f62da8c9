import { expect, test } from "vitest";
import { inPath, ok, serve } from "./http-client.js";

const text = { type: "string" };

test("an optional property with a single value, such as the tag of a variant, is shown at any depth", async () => {
  const variant = (name: string) => ({
    type: "object",
    required: ["strategy"],
    properties: { object: { type: "string", enum: [name] }, strategy: { type: "string", enum: [`${name}_strategy`] } },
  });
  const verified = {
    oneOf: [variant("by_code"), variant("by_link")],
    discriminator: { propertyName: "object" },
  };
  const email = { type: "object", required: ["verified"], properties: { verified } };
  // Only the upper levels of a record as large as this are filled in.
  const others = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`note${index}`, text]));
  const user = { type: "object", required: ["email"], properties: { ...others, email } };
  const call = await serve({ "/users/{id}": { parameters: [inPath("id")], get: { responses: ok(user) } } });
  const { email: shown } = (await call("GET", "/users/7")).body;
  expect(["by_code", "by_link"]).toContain(shown.verified.object);
});
