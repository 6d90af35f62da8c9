import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** The folders of `src`, bottom to top: a folder imports only folders before it. */
const FOLDERS = [
  "text",
  "errors",
  "entity",
  "files",
  "change",
  "model",
  "database",
  "config",
  "action",
  "load",
  "services",
  "emit",
  "migrations",
  "generate",
  "spec",
  "app",
  "doctor",
  "testing",
  "commands",
  "cli",
];

const src = fileURLToPath(new URL("../src", import.meta.url));

test("a folder imports only folders below it", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const upward = files.flatMap((file) => {
    const [own = ""] = file.split(/[\\/]/, 1);
    if (own.endsWith(".ts")) return [];
    const imports = readFileSync(join(src, file), "utf8").matchAll(/(?:from |import\()"(\.[^"]*)"/g);
    return [...imports].flatMap(([, specifier = ""]) => {
      const [other = ""] = relative(src, join(src, dirname(file), specifier)).split(/[\\/]/, 1);
      return FOLDERS.indexOf(other) >= 0 && FOLDERS.indexOf(other) <= FOLDERS.indexOf(own)
        ? []
        : [`${file} -> ${other}`];
    });
  });
  expect(upward).toEqual([]);
});
