import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ApiDescription, loadDescription, type Operation, validateDescription } from "@onespec/spec-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareOf } from "../../../spec-core/test/share-of.js";
import { loadApp } from "../../src/load/load-app.js";
import { emitContract } from "../../src/spec/emit/emit-contract.js";
import { exportDescription } from "../../src/spec/export/export-description.js";
import { planContract } from "../../src/spec/plan/plan-contract.js";
import { planSchemas } from "../../src/spec/plan/plan-schemas.js";
import { SchemaFiles } from "../../src/spec/plan/schema-files.js";
import { emptyFolder, linkDependencies, packageFolder } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { bookshop, corpus } from "./contract/descriptions.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "framework-round-trip-"));
  await mkdir(join(folder, "node_modules/@onespec"), { recursive: true });
  await symlink(packageFolder, join(folder, "node_modules/@onespec/framework-cli"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What an operation asks and answers, by method and path; schemas by the names that both descriptions give them. */
function operationsOf(
  { operations, schemas }: ApiDescription,
  kept: ReadonlySet<string>,
  named: ReadonlySet<string>,
  known: ReadonlySet<string>,
): ReadonlyMap<string, unknown> {
  const files = new SchemaFiles(schemas);
  const keyOf = ({ method, path }: Operation): string => `${method} ${path}`;
  return new Map(
    operations
      .filter((operation) => kept.has(keyOf(operation)))
      .map((operation): [string, unknown] => {
        const { operationId, summary, description, tags, deprecated, security, extensions, role } = operation;
        return [
          keyOf(operation),
          {
            // Actions have a name of their own where the description gives none.
            ...(named.has(keyOf(operation)) && { operationId }),
            summary,
            description,
            tags,
            deprecated,
            security,
            extensions,
            role: role.kind,
            ...(expand(planSchemas(operation, files, { isKept: false, takesPatches: false }), files, known) as object),
          },
        ];
      })
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function schemaOf({ schemas }: ApiDescription, name: string, known: ReadonlySet<string>): unknown {
  const schema = schemas.named.get(name);
  if (schema === undefined) return undefined;
  const files = new SchemaFiles(schemas);
  return expand(files.files.get(files.nameOf(schema, name)), files, known);
}

/** Writes schemas out that got a name only when they were imported. */
function expand(
  value: unknown,
  files: SchemaFiles,
  known: ReadonlySet<string>,
  inside: readonly string[] = [],
): unknown {
  if (Array.isArray(value)) return value.map((one) => expand(one, files, known, inside));
  if (typeof value !== "object" || value === null) return value;
  const name = "$ref" in value ? /^#\/components\/schemas\/(.*)$/.exec(String(value.$ref))?.[1] : undefined;
  if (name !== undefined && !known.has(name)) {
    return inside.includes(name) ? "again" : expand(files.files.get(name), files, known, [...inside, name]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, expand(one, files, known, inside)]));
}

function resourcesOf({ resources }: ApiDescription): readonly unknown[] {
  return resources
    .map(({ name, itemPath, id }) => ({ name, itemPath, id: id.property }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** `CONTRACT_APPS=all` takes the largest, too. */
const MOST_OPERATIONS = process.env.CONTRACT_APPS === "all" ? Number.POSITIVE_INFINITY : 250;
const sources = [
  bookshop,
  ...shareOf(
    corpus().filter(({ operations }) => operations <= MOST_OPERATIONS),
    3,
  ).map(({ file }) => file),
];

describe.each(sources)("%s, imported and exported", (source) => {
  test("describes the same operations, parameters and schemas", async () => {
    const api = await loadDescription(source);
    const plan = planContract(api);
    const root = await mkdtemp(join(folder, "app-"));
    for (const [path, text] of emitContract(plan, "javascript")) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const exported = exportDescription(await loadApp(root, "test"), api, "1.0.0");
    const again = await loadDescription(JSON.parse(JSON.stringify(exported)));
    expect(again.errors.length).toBe(api.errors.length);

    const kept = new Set(plan.actions.map(({ operation: { method, path } }) => `${method} ${path}`));
    const known = new Set(api.schemas.named.keys());
    const named = new Set(
      api.operations.filter((one) => one.operationId !== undefined).map((one) => `${one.method} ${one.path}`),
    );
    const [before, after] = [operationsOf(api, kept, named, known), operationsOf(again, kept, named, known)];
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [key, operation] of before) expect(after.get(key), key).toEqual(operation);
    if (kept.size === api.operations.length) expect(resourcesOf(again)).toEqual(resourcesOf(api));
    for (const name of plan.schemas.keys()) {
      if (known.has(name)) expect(schemaOf(again, name, known), name).toEqual(schemaOf(api, name, known));
    }
  });
});

test("spec:export prints a description without mistakes, and --check tells when a file is old", async () => {
  const { path: parent, remove } = await emptyFolder();
  try {
    expect(await inProcess(["new", "app", "--spec", bookshop], parent)).toMatchObject({ code: 0 });
    const app = join(parent, "app");
    await linkDependencies(app);
    expect(await inProcess(["spec:export", "--output", "api.yaml"], app)).toMatchObject({ code: 0 });
    const api = await loadDescription(join(app, "api.yaml"));
    expect(api.title).toBe("Bookshop");
    expect(await validateDescription(api)).toEqual([]);
    expect(await inProcess(["spec:export", "--output", "api.yaml", "--check"], app)).toMatchObject({ code: 0 });
    await rm(join(app, "api/controllers/orders/cancel.js"));
    expect(await inProcess(["spec:export", "--output", "api.yaml", "--check"], app)).toMatchObject({ code: 1 });
  } finally {
    await remove();
  }
});
