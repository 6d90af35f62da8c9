import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly license?: unknown;
  readonly private?: boolean;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly gypfile?: boolean;
}

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(join(ROOT, "docs/dependencies.md"), "utf8");
const PACKAGES = [
  "spec-core",
  "command-line",
  "http-contract",
  "contract-check",
  "mock-server",
  "sdk-gen",
  "framework-cli",
  "gate",
];

test("docs/dependencies.md gives a reason for each dependency, and for no other", () => {
  const sections = new Map(
    page
      .split(/^## /m)
      .filter((section) => section.startsWith("@onespec/"))
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

/** Licences that ask for no more than that they are named. */
const PERMISSIVE = new Set([
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "PSF-2.0"],
  ...["Python-2.0", "UPL-1.0", "Zlib"],
]);

test("no dependency of our packages runs an install script", () => {
  const met = installedBy(PACKAGES.map((folder) => join(ROOT, "packages", folder)));
  expect(met.length).toBeGreaterThan(30);
  const running = met.filter(
    ({ scripts = {}, gypfile }) =>
      gypfile === true || ["preinstall", "install", "postinstall"].some((name) => name in scripts),
  );
  expect(running.map(({ name }) => name)).toEqual([]);
});

test("all dependencies of our packages have permissive licenses", () => {
  const met = installedBy(PACKAGES.map((folder) => join(ROOT, "packages", folder)));
  expect(met.filter(({ license }) => !isPermissive(license)).map(({ name, license }) => [name, license])).toEqual([]);
});

test("all development dependencies have permissive licenses, or docs/dependencies.md says why they are allowed", () => {
  const folders = [
    ROOT,
    join(ROOT, "bench"),
    ...PACKAGES.map((folder) => join(ROOT, "packages", folder)),
    ...["client-tests", "shop", "vitest-with-mock"].map((folder) => join(ROOT, "examples", folder)),
  ];
  const others = installedBy(folders, true).filter((one) => one.private !== true && !isPermissive(one.license));
  const told = [...(page.split("### Other licences")[1] ?? "").matchAll(/^\| `([^`]+)` \| \S/gm)].map(
    ([, name]) => name,
  );
  expect(told.sort()).toEqual([...new Set(others.map(({ name }) => name))].sort());
});

test("docs/dependencies.md has the number of packages that each package installs", () => {
  const rows = PACKAGES.map((folder) => {
    const own = join(ROOT, "packages", folder);
    const { name, dependencies = {} } = manifestAt(own);
    const isOurs = (one: string): boolean => one.startsWith("@onespec/");
    const direct = Object.keys(dependencies).filter((one) => !isOurs(one)).length;
    const all = new Set(installedBy([own]).flatMap((one) => (isOurs(one.name) ? [] : [one.name]))).size;
    return `| \`${name}\` | ${direct} | ${all} |`;
  });
  const told = [...page.matchAll(/^\| `@onespec\/[^`]+` \| \d+ \| \d+ \|$/gm)].map(([row]) => row);
  expect(told).toEqual(rows);
});

/** What stands in `node_modules` for these packages, they themselves included. */
function installedBy(folders: readonly string[], isDevelopment = false): Manifest[] {
  const met = new Map<string, Manifest>();
  const visit = (folder: string, withDevelopment: boolean): void => {
    const real = realpathSync(folder);
    if (met.has(real) && !withDevelopment) return;
    const manifest = manifestAt(real);
    met.set(real, manifest);
    const { dependencies = {}, devDependencies = {} } = manifest;
    for (const name of Object.keys({ ...dependencies, ...(withDevelopment && devDependencies) }))
      visit(found(real, name), false);
  };
  for (const folder of folders) visit(folder, isDevelopment);
  return [...met.values()];
}

/** @param license an SPDX expression */
function isPermissive(license: unknown): boolean {
  if (typeof license !== "string") return false;
  const text = license.replace(/[()]/g, "");
  return text.split(/ OR /).some((choice) => choice.split(/ AND /).every((one) => PERMISSIVE.has(one)));
}

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
