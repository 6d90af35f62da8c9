import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly gypfile?: boolean;
}

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const PACKAGES = ["spec-core", "command-line", "mock-server", "sdk-gen", "framework-cli"];

test("docs/dependencies.md gives a reason for each dependency, and for no other", () => {
  const page = readFileSync(join(ROOT, "docs/dependencies.md"), "utf8");
  const sections = new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((section) => [
        section.slice(0, section.indexOf("\n")).trim(),
        [...section.matchAll(/^\| `([^`]+)` \| \S/gm)].map(([, name]) => name),
      ]),
  );
  const declared = PACKAGES.map((folder) => manifestAt(join(ROOT, "packages", folder)));
  expect(sections).toEqual(
    new Map(declared.map(({ name, dependencies = {} }) => [name, Object.keys(dependencies).sort()])),
  );
});

test("nothing that our packages install runs a script when it is installed", () => {
  const met = new Map<string, Manifest>();
  const visit = (folder: string): void => {
    const real = realpathSync(folder);
    if (met.has(real)) return;
    const manifest = manifestAt(real);
    met.set(real, manifest);
    for (const name of Object.keys(manifest.dependencies ?? {})) visit(found(real, name));
  };
  for (const folder of PACKAGES) visit(join(ROOT, "packages", folder));
  expect(met.size).toBeGreaterThan(30);
  const running = [...met.values()].filter(
    ({ scripts = {}, gypfile }) =>
      gypfile === true || ["preinstall", "install", "postinstall"].some((name) => name in scripts),
  );
  expect(running.map(({ name }) => name)).toEqual([]);
});

function manifestAt(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Where Node finds a package that is asked for from a folder. */
function found(from: string, name: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    try {
      const place = join(folder, "node_modules", name);
      manifestAt(place);
      return place;
    } catch (error) {
      if (folder === dirname(folder)) throw error;
    }
  }
}
