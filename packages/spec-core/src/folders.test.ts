import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** From the lowest to the highest: a folder imports those before it, types included. */
const LADDER = [
  ...["words", "errors", "lazy", "json", "paths", "document", "schema", "sample"],
  ...["model", "resources", "description", "naming", "read"],
];

const src = dirname(fileURLToPath(import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll(sep, "/"))
  .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|fixtures/.test(file));

test("no folder imports one above it", () => {
  const upwards = files.flatMap((file) => {
    const rank = rankOf(file);
    const imports = [...readFileSync(join(src, file), "utf8").matchAll(/from "(\.[^"]+)"/g)];
    return imports
      .map(([, path = ""]) => posix.join(posix.dirname(file), path))
      .filter((imported) => rankOf(imported) > rank)
      .map((imported) => `${file} imports ${imported}`);
  });
  expect(upwards).toEqual([]);
});

/** Files beside the folders stand above all of them. */
function rankOf(file: string): number {
  const [folder = "", ...inside] = file.split("/");
  return inside.length === 0 ? LADDER.length : LADDER.indexOf(folder);
}
