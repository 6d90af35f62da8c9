import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const cwd = fileURLToPath(new URL("../..", import.meta.url));

test.each([
  ["docs/errors.md", "error-reference"],
  ["docs/reference", "option-reference"],
  ["repository, homepage and bugs of every package.json", "package-fields"],
])("%s is up to date", async (_, script) => {
  const checked = promisify(execFile)(process.execPath, [`.ci/${script}.mjs`, "--check"], { cwd });
  await expect(checked).resolves.toMatchObject({ stderr: "" });
});

/** Keys of an object in a JSON schema, and of the objects in it. */
function keysOf(schema: JsonSchema): readonly string[] {
  const inner = [schema.additionalProperties, ...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {})];
  return [
    ...Object.keys(schema.properties ?? {}),
    ...inner.flatMap((each) => (typeof each === "object" ? keysOf(each) : [])),
  ];
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
}

test.each([
  ["x-mock", "mock-server", (schema: Defined) => schema.$defs?.["x-mock"] ?? {}],
  ["x-onespec", "sdk-gen", (schema: Defined) => schema],
])("docs/reference/%s.md names every key that %s knows", async (page, name, part) => {
  const read = (path: string): Promise<string> => readFile(join(cwd, path), "utf8");
  const schema = part(JSON.parse(await read(`packages/${name}/schemas/config.json`)));
  const text = await read(`docs/reference/${page}.md`);
  const keys = keysOf(schema).filter((key) => key !== "$schema");
  expect(keys.length).toBeGreaterThan(5);
  expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(text))).toEqual([]);
});

type Defined = JsonSchema & { readonly $defs?: Readonly<Record<string, JsonSchema>> };
