import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type ApiDescription,
  type JsonSchema,
  loadDescription,
  type Schema,
  type SchemaRegistry,
  sampleSchema,
  type View,
} from "../index.js";
import { mutate } from "./fixtures/mutate.js";
import { Seed } from "./random.js";
import { SchemaKnowledge } from "./sample-schema.js";

/** A folder of real descriptions, of which `manifest.json` lists the entry files. Every tenth one is used, all with ONESPEC_LONG=1; without it, those of two packages are. */
const folder = process.env.CORPUS_DIR;
const SEEDS = ["1", "2"];
const VIEWS: readonly View[] = ["response", "request"];
/** Of the schemas that are not plainly contradictory, this share must have samples. */
const SHARE = 0.999;

const tally = { schemas: 0, contradictory: 0, unexplained: [] as string[] };

describe.each(descriptionFiles())("%s", (name, path) => {
  test("samples of every schema are valid, and values are fitted to it", { timeout: 300_000 }, async () => {
    const api = await loadDescription(path);
    const known = new SchemaKnowledge(api.schemas);
    const random = Seed.fromText(name).random();
    let stranger: unknown = { id: 1 };
    for (const schema of schemasOf(api)) {
      tally.schemas++;
      for (const view of VIEWS) {
        const validator = api.schemas.validator(schema, view);
        const samples = SEEDS.map((seed) => sampleSchema(api.schemas, schema, { seed, view }));
        const [sample] = samples;
        if (!sample?.ok) {
          noteRefusal(known, schema, view, sample?.reason ?? "");
          continue;
        }
        for (const each of samples) expect(each.ok && validator.isValid(each.value), schema.uri).toBe(true);
        expect(fitted(api, schema, view, sample.value), schema.uri).toBe(sample.value);
        for (const base of [mutate(sample.value, stranger, random), mutate(stranger, sample.value, random)]) {
          expect(
            validator.violations(fitted(api, schema, view, base)),
            `${schema.uri} ${JSON.stringify(base)}`,
          ).toEqual([]);
        }
        stranger = sample.value;
      }
    }
  });
});

test("nearly every schema has samples, but for those that contradict themselves", () => {
  const { schemas, contradictory, unexplained } = tally;
  console.log(`${schemas} schemas; ${contradictory} contradict themselves; without a sample besides:`, unexplained);
  expect(unexplained.length).toBeLessThanOrEqual((schemas - contradictory) * (1 - SHARE));
});

function fitted(api: ApiDescription, schema: Schema, view: View, base: unknown): unknown {
  const sample = sampleSchema(api.schemas, schema, { seed: "fit", view, base });
  if (!sample.ok) throw new Error(`${sample.reason} ${JSON.stringify(base)}`);
  return sample.value;
}

function noteRefusal(known: SchemaKnowledge, schema: Schema, view: View, reason: string): void {
  if (view === "request") return;
  // A schema of infinite height has no value: a required part of it has no type or member left, or needs itself.
  const isEndless = known.heights(view).heightOf(known.shapes.root(schema)) === Number.POSITIVE_INFINITY;
  if (isEndless || hasTwinBranches(known.shapes.schemas, schema.json)) tally.contradictory++;
  else tally.unexplained.push(reason);
}

/** Equal branches accept the same values. */
function hasTwinBranches(schemas: SchemaRegistry, json: JsonSchema): boolean {
  if (typeof json === "boolean" || !json.oneOf) return false;
  const texts = json.oneOf.map((branch) => constraintsOf(schemas, branch, 6));
  return new Set(texts).size === 1 && texts.length > 1;
}

const ANNOTATIONS = /^(title|description|default|examples|deprecated|x-.*)$/;

function constraintsOf(schemas: SchemaRegistry, json: JsonSchema, depth: number): string {
  const written = JSON.stringify(schemas.follow(json), (key, value) => (ANNOTATIONS.test(key) ? undefined : value));
  if (depth === 0) return written;
  return written.replace(/\{"\$ref":"([^"]*)"\}/g, (_, uri) => constraintsOf(schemas, { $ref: uri }, depth - 1));
}

function schemasOf({ operations, schemas }: ApiDescription): Set<Schema> {
  const found = new Set<Schema>(schemas.named.values());
  for (const { parameters, requestBody, responses } of operations) {
    for (const { schema } of [...parameters, ...responses.flatMap(({ headers }) => headers)]) found.add(schema);
    const content = [...(requestBody?.content ?? []), ...responses.flatMap((response) => response.content)];
    for (const { schema } of content) if (schema) found.add(schema);
  }
  return found;
}

function descriptionFiles(): (readonly [name: string, path: string])[] {
  if (folder !== undefined && existsSync(join(folder, "manifest.json"))) {
    const { items } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as {
      items: { name: string; file: string }[];
    };
    const files = items.map(({ name, file }): [string, string] => [name, join(folder, file)]);
    return files.filter((_, at) => process.env.ONESPEC_LONG === "1" || at % 10 === 1);
  }
  const require = createRequire(import.meta.url);
  const examples = dirname(require.resolve("@readme/oas-examples/package.json"));
  const ofExamples = ["2.0", "3.0", "3.1"].flatMap((version) =>
    readdirSync(join(examples, version, "json"), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [`${version} ${name}`, join(examples, version, "json", name)] as const),
  );
  const github = join(dirname(require.resolve("@octokit/openapi/package.json")), "generated/api.github.com.json");
  return [...ofExamples, ["api.github.com", github]];
}
