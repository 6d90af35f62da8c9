import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { alternate } from "./alternate.js";
import type { Report } from "./report.js";
import { generateInto } from "./sdk-folder.js";

const text = (maxLength: number): object => ({ type: "string", minLength: 1, maxLength });
const count = { type: "integer", minimum: 0 };
const SCHEMAS = {
  Account: {
    type: "object",
    required: ["id", "name", "email"],
    properties: {
      id: { type: "string", format: "uuid" },
      name: text(80),
      email: { type: "string", format: "email" },
      role: { enum: ["reader", "author", "admin"] },
      age: { type: "integer", minimum: 0, maximum: 150 },
      createdAt: { type: "string", format: "date-time" },
      tags: { type: "array", maxItems: 10, items: text(20) },
    },
  },
  Line: {
    type: "object",
    additionalProperties: false,
    required: ["sku", "quantity", "price"],
    properties: { sku: { type: "string", pattern: "^[A-Z]{2}-\\d+$" }, quantity: count, price: count, note: text(200) },
  },
  Order: {
    type: "object",
    required: ["id", "buyer", "lines"],
    properties: {
      id: text(40),
      placedOn: { type: "string", format: "date" },
      currency: { enum: ["EUR", "USD", "GBP"] },
      total: count,
      isGift: { type: "boolean" },
      buyer: { $ref: "#/components/schemas/Account" },
      lines: { type: "array", minItems: 1, items: { $ref: "#/components/schemas/Line" } },
    },
  },
  Card: { type: "object", required: ["kind", "number"], properties: { kind: { const: "card" }, number: text(19) } },
  Transfer: { type: "object", required: ["kind", "iban"], properties: { kind: { const: "transfer" }, iban: text(34) } },
  Payment: {
    oneOf: [{ $ref: "#/components/schemas/Card" }, { $ref: "#/components/schemas/Transfer" }],
    discriminator: { propertyName: "kind" },
  },
};
const ACCOUNT = {
  id: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
  name: "Ursula",
  email: "ursula@example.com",
  role: "author",
  age: 88,
  createdAt: "2026-01-31T12:00:00Z",
  tags: ["a", "b"],
};
const LINE = { sku: "AB-123", quantity: 2, price: 1299, note: "as a gift" };
const ORDER = {
  id: "o-1",
  placedOn: "2026-01-31",
  currency: "EUR",
  total: 5196,
  isGift: true,
  buyer: ACCOUNT,
  lines: [LINE, LINE, LINE, LINE, LINE, LINE],
};
const BODIES: readonly (readonly [name: keyof typeof SCHEMAS, value: object])[] = [
  ["Account", ACCOUNT],
  ["Order", ORDER],
  ["Payment", { kind: "transfer", iban: "DE00123456780000000000" }],
];
const CHECKS = 10_000;
/** Many short rounds: some of them are not disturbed by what else runs. */
const SHORT = 10;

/** How long the client's validator takes to say yes, beside ajv, which may make code of text. */
export async function benchSdkValidate(rounds: number): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "onespec-bench-"));
  const description = join(folder, "api.json");
  const components = { schemas: SCHEMAS };
  const info = { title: "Bodies", version: "1" };
  await writeFile(description, JSON.stringify({ openapi: "3.1.0", info, paths: {}, components }));
  const sdk = await generateInto(description);
  try {
    const models = (await import(pathToFileURL(join(sdk.folder, "models/index.js")).href)) as Readonly<
      Record<string, { isValid(value: unknown): boolean }>
    >;
    const ajv = new Ajv2020({ strict: false, discriminator: true });
    addFormats.default(ajv);
    ajv.addSchema({ $id: "api", components });
    const rows: string[][] = [];
    for (const [name, value] of BODIES) {
      const judge = ajv.getSchema(`api#/components/schemas/${name}`);
      const model = models[name];
      if (!judge?.(value) || !model?.isValid(value)) throw new Error(`${name} is rejected.`);
      const subjects = [(): unknown => judge(value), (): unknown => model.isValid(value)];
      const results = await alternate(subjects, rounds * SHORT, microseconds);
      const [low = Number.NaN, high = Number.NaN] = subjects.map((each) => Math.min(...(results.get(each) ?? [])));
      rows.push([name, low.toFixed(2), high.toFixed(2), (high / low).toFixed(2)]);
    }
    return {
      title: "SDK: validation",
      text: `Microseconds to accept a valid body, the fastest of ${rounds * SHORT} alternating rounds of ${CHECKS.toLocaleString("en")} checks. Account has 7 properties of 4 formats, Order holds an Account and six lines, Payment is chosen by a discriminator. ajv compiles schemas to code, which content security policies forbid. The client uses closures instead.`,
      header: ["body", "ajv 8 µs", "client µs", "ratio"],
      rows,
    };
  } finally {
    await sdk.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function microseconds(check: () => unknown): Promise<number> {
  const started = performance.now();
  for (let turn = 0; turn < CHECKS; turn += 1) check();
  return ((performance.now() - started) / CHECKS) * 1000;
}
