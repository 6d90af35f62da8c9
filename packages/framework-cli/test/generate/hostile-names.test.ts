import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { emitModel } from "../../src/emit/emit-model.js";
import { parseField } from "../../src/entity/field-syntax.js";
import { FrameworkError } from "../../src/errors/framework-error.js";
import { parseActionName } from "../../src/generate/action-name.js";
import { modelFromFields } from "../../src/generate/model-from-fields.js";
import { parseModelName } from "../../src/generate/model-name.js";
import { planController } from "../../src/generate/plan-controller.js";
import type { ModelDefinition } from "../../src/model/define-model.js";
import { emptyFolder, packageFolder } from "../command-line/framework.js";

const { path: folder, remove } = await emptyFolder();
afterAll(remove);
await mkdir(join(folder, "node_modules/@onespec"), { recursive: true });
await symlink(packageFolder, join(folder, "node_modules/@onespec/framework-cli"));
await writeFile(join(folder, "package.json"), '{ "type": "module" }');

const HOSTILE = [
  "*/",
  "//",
  "'",
  '"',
  "`",
  "$" + "{process.exit(3)}",
  "\\",
  "\n",
  "\u2028",
  "\0",
  "../",
  "..",
  "/",
  ":",
  "{",
  "}",
  "<!--",
  "__proto__",
  "constructor",
  "é",
  " ",
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.stringMatching(/^[A-Za-z0-9_-]{1,4}$/)), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(""));

/** The value, or undefined where it was rejected with a sentence for people. */
function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    expect(error).toBeInstanceOf(FrameworkError);
    expect((error as FrameworkError).hint).not.toBe("");
    return undefined;
  }
}

test("a name of an action is rejected, or is safe as a path and as code", () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 3 }), (parts) => {
      const name = unlessRefused(() => parseActionName(parts.join("/")));
      if (name === undefined) return;
      expect(name.path).toMatch(/^[A-Za-z][\w-]*(\/[A-Za-z][\w-]*)+$/);
      const { files } = planController({ name, language: "javascript", entities: [] });
      for (const { path } of files) expect(path).toMatch(/^(api\/controllers|tests)\/[\w./-]+\.js$/);
    }),
    { seed: 1, numRuns: 2000 },
  );
});

test("a name of a model is rejected, or is an identifier", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const name = unlessRefused(() => parseModelName(text));
      if (name !== undefined) expect(name.model).toMatch(/^[A-Z][A-Za-z0-9]*$/);
    }),
    { seed: 1, numRuns: 2000 },
  );
});

test("fields never throw anything but a rejection, and what they become is the model that was meant", async () => {
  const value = fc
    .array(
      fc.oneof(fc.constantFrom(...HOSTILE.filter((part) => !/[{},]/.test(part))), fc.stringMatching(/^\w{1,3}$/)),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts) => parts.join(""));
  const fields = fc
    .tuple(value, value, value)
    .map(([a, b, c]) => [`kind:enum{${a},${b}}`, `note:text:default="${c}"`, hostileField(a)]);
  const seen: { readonly file: string; readonly model: ModelDefinition }[] = [];
  fc.assert(
    fc.property(fields, (texts) => {
      const model = unlessRefused(() =>
        modelFromFields(
          "Book",
          texts.filter((text) => "field" in parseField(text)),
          [],
        ),
      );
      if (model === undefined) return;
      seen.push({ file: `model${seen.length}.js`, model });
    }),
    { seed: 1, numRuns: 300 },
  );
  expect(seen.length).toBeGreaterThan(100);
  await Promise.all(seen.map(({ file, model }) => writeFile(join(folder, file), emitModel(model))));
  for (const { file, model } of seen) {
    const { default: read } = await import(pathToFileURL(join(folder, file)).href);
    expect(plainText(read)).toBe(plainText(model));
  }
  expect((await readdir(folder)).length).toBe(seen.length + 2);
});

function hostileField(text: string): string {
  return `f${text.replaceAll(/\W/g, "")}:string`;
}

/** `DataTypes.TEXT` is a function with a key. */
function plainText(model: ModelDefinition): string {
  return JSON.stringify(model, (_, value) => (typeof value === "function" ? { key: value.key } : value));
}
