import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generateSdk } from "../dist/index.js";

const KINDS = ["walk", "ride", "swim"];

/** What may be planned, told apart by `kind`; two of them go by the same one. */
function document(names: readonly string[]): object {
  const subtypes = names.map((name) => {
    const own = { type: "object", required: [`${name}Length`], properties: { [`${name}Length`]: { type: "integer" } } };
    return [
      name,
      { allOf: [{ $ref: "#/components/schemas/Trip" }, own, tag(name === "run" ? "walk" : name)] },
    ] as const;
  });
  const trip = { type: "object", required: ["kind"], properties: { kind: { type: "string" } } };
  const body = { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/Trip" } } } };
  return {
    openapi: "3.1.0",
    info: { title: "Trips", version: "1" },
    paths: {
      "/trips": { post: { operationId: "planTrip", requestBody: body, responses: { 201: { description: "" } } } },
    },
    components: {
      schemas: { ...Object.fromEntries(subtypes), Trip: { ...trip, discriminator: { propertyName: "kind" } } },
    },
  };
}

function tag(value: string): object {
  return { type: "object", properties: { kind: { enum: [value] } } };
}

test("the order of schemas that extend one by `allOf` changes no byte", async () => {
  const folder = await mkdtemp(join(tmpdir(), "onespec-subtypes-"));
  const source = join(folder, "api.json");
  try {
    await writeFile(source, JSON.stringify(document(["run", ...KINDS])));
    await generateSdk(source, join(folder, "sdk"), { version: "1.0.0" });
    await writeFile(source, JSON.stringify(document([...KINDS.toReversed(), "run"])));
    const { changes } = await generateSdk(source, join(folder, "sdk"), { check: true });
    expect(changes.write.map(({ path }) => path)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
