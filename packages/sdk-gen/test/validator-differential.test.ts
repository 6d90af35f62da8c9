import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type SchemaViolation, sampleSchema, type View, valueAt } from "@onespec/spec-core";
import { expect, describe as suite, test } from "vitest";
import { patternLimit } from "../src/emit/pattern-limit.js";
import { issuesOf } from "../src/runtime/validate/compile.js";
import { emittedSchemas } from "./emitted-schemas.js";
import { mutant, randomFrom } from "./mutant.js";

/** A folder of real descriptions, of which `manifest.json` lists the entry files. Without it, those of two packages are used. */
const folder = process.env.CORPUS_DIR;
/** Broken forms of each value. By hand, with ONESPEC_LONG=1, more, of every description instead of every sixteenth. */
const MUTANTS = process.env.ONESPEC_LONG === "1" ? 8 : 3;
/** GitHub's description has 4,000 schemas; some 300 are put to the test, by hand all. */
const MOST_SCHEMAS = process.env.ONESPEC_LONG === "1" ? Number.POSITIVE_INFINITY : 300;
/** Of the values that both reject, in this share both must name the same places. */
const SHARE = 0.99;

const tally = { schemas: 0, values: 0, refused: 0, untested: 0, elsewhere: [] as string[] };

suite.each(descriptionFiles())("%s", (_name, path) => {
  test("what clients check by, and ajv, say the same of good and broken values", { timeout: 300_000 }, async () => {
    const { api, schemas } = await emittedSchemas(path);
    const differing: string[] = [];
    const random = randomFrom(1);
    let stranger: unknown = { id: 1, type: "x" };
    const step = Math.ceil(schemas.length / MOST_SCHEMAS);
    for (const { schema, data } of schemas.filter((_, at) => at % step === 0)) {
      tally.schemas += 1;
      for (const view of ["request", "response"] satisfies View[]) {
        const judge = api.schemas.validator(schema, view);
        const sample = sampleSchema(api.schemas, schema, { seed: "1", view });
        const value: unknown = sample.ok ? sample.value : stranger;
        const values = [value, stranger, ...Array.from({ length: MUTANTS }, () => mutant(value, stranger, random))];
        if (values.length > 4) values.push(mutant(mutant(values.at(-1), stranger, random), stranger, random));
        for (const one of values) {
          tally.values += 1;
          const all = judge.violations(one);
          const expected = all.filter((violation) => !isUntested(violation, one));
          tally.untested += all.length - expected.length;
          const issues = issuesOf(data, view, one);
          const shown = (): string =>
            `${view} ${schema.uri} ${JSON.stringify(one)?.slice(0, 3000)}: ${JSON.stringify([expected, issues.map((issue) => [issue.path, issue.message])]).slice(0, 1500)}`;
          if ((expected.length === 0) !== (issues.length === 0) || (all.length === 0) !== judge.isValid(one))
            differing.push(shown());
          if (expected.length === 0) continue;
          tally.refused += 1;
          if (pathsOf(expected) !== pathsOf(issues)) tally.elsewhere.push(shown());
        }
        stranger = value;
      }
    }
    expect(differing).toEqual([]);
  });
});

test("and name the same places", () => {
  const { schemas, values, refused, untested, elsewhere } = tally;
  console.log(
    `${schemas} schemas, ${values} values, ${refused} rejected, ${elsewhere.length} of them with other places, ${untested} texts too long for their pattern`,
  );
  expect(untested).toBeLessThanOrEqual(values / 150);
  for (const one of elsewhere.slice(0, Number(process.env.SHOWN ?? 3))) console.log(one);
  expect(elsewhere.length).toBeLessThanOrEqual(refused * (1 - SHARE));
});

/** Is the text longer than its pattern is sure to be done with in time? Clients leave it to the server. */
function isUntested({ keyword, path, params }: SchemaViolation, value: unknown): boolean {
  if (keyword !== "pattern") return false;
  const text = valueAt(value, path);
  return typeof text === "string" && text.length > (patternLimit(String(params.pattern)) ?? Number.POSITIVE_INFINITY);
}

function pathsOf(issues: readonly { readonly path: string }[]): string {
  return [...new Set(issues.map(({ path }) => path))].sort().join("\n");
}

function descriptionFiles(): (readonly [name: string, path: string])[] {
  const require = createRequire(import.meta.url);
  const github = join(dirname(require.resolve("@octokit/openapi/package.json")), "generated/api.github.com.json");
  return [...(folder === undefined ? exampleFiles(require) : corpusFiles(folder)), ["@octokit/openapi", github]];
}

function corpusFiles(directory: string): (readonly [name: string, path: string])[] {
  const { items } = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8")) as {
    readonly items: readonly { readonly name: string; readonly file: string }[];
  };
  const files = items.map(({ name, file }) => [name, join(directory, file)] as const);
  return files.filter(([, path], at) => (process.env.ONESPEC_LONG === "1" || at % 16 === 0) && existsSync(path));
}

function exampleFiles(require: NodeJS.Require): (readonly [name: string, path: string])[] {
  const examples = dirname(require.resolve("@readme/oas-examples/package.json"));
  return ["3.0", "3.1"].flatMap((version) =>
    readdirSync(join(examples, version, "json"), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [`${version} ${name}`, join(examples, version, "json", name)] as const),
  );
}
