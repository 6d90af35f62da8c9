import type { View } from "@onespec/spec-core";
import { expect, test } from "vitest";
import { issuesOf } from "../src/runtime/validate/compile.js";
import { emittedSchemas } from "./emitted-schemas.js";
import { mutant, pick, randomFrom } from "./mutant.js";
import { NAMES, randomSchema, randomValue } from "./random-schema.js";

const DOCUMENTS = Number(process.env.DOCUMENTS ?? 150);
/**
 * In this share of the values that both reject, both must name the same places. Random schemas contradict themselves at every level, and
 * spec-core and the client differ in which violations they take for consequences of others.
 */
const SHARE = 0.96;

test("schemas of every keyword, in circles and at odds with themselves, judge values as ajv does", {
  timeout: 300_000,
}, async () => {
  const differing: string[] = [];
  const elsewhere: string[] = [];
  let values = 0;
  let refused = 0;
  for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
    const random = randomFrom(seed);
    const named = Object.fromEntries(NAMES.map((name) => [name, randomSchema(random)]));
    const { api, schemas } = await emittedSchemas({
      openapi: pick(["3.1.0", "3.1.0", "3.0.4"], random),
      info: { title: "Random", version: "1" },
      paths: {},
      components: { schemas: named },
    });
    for (const { schema, data } of schemas) {
      for (const view of ["request", "response"] satisfies View[]) {
        const judge = api.schemas.validator(schema, view);
        const tried = Array.from({ length: 12 }, () => randomValue(random));
        tried.push(...tried.map((value) => mutant(value, tried[0], random)));
        for (const value of tried) {
          values += 1;
          const expected = judge.violations(value);
          const issues = issuesOf(data, view, value);
          const shown = () =>
            `${seed} ${view} ${schema.uri} ${JSON.stringify(value)}: ${JSON.stringify(expected.map((one) => [one.path, one.message]))} ${JSON.stringify(issues.map((one) => [one.path, one.message]))} in ${JSON.stringify(named)}`;
          if ((expected.length === 0) !== (issues.length === 0)) differing.push(shown());
          if (expected.length > 0) refused += 1;
          if (pathsOf(expected) !== pathsOf(issues)) elsewhere.push(shown());
        }
      }
    }
  }
  console.log(`${values} values, ${refused} rejected, ${elsewhere.length} of them with other places`);
  for (const one of elsewhere.slice(0, Number(process.env.SHOWN ?? 0))) console.log(one);
  expect(differing).toEqual([]);
  expect(Math.min(refused, values - refused)).toBeGreaterThan(values / 10);
  expect(elsewhere.length).toBeLessThanOrEqual(refused * (1 - SHARE));
});

function pathsOf(issues: readonly { readonly path: string }[]): string {
  return [...new Set(issues.map(({ path }) => path))].sort().join("\n");
}
