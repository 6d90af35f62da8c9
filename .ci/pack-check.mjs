// Packs every package as a release would, and looks at what came out: sizes, files that nobody needs, what it asks of npm,
// and with publint and attw whether its doors open. With a folder as argument the tarballs stay there.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const names = [
  "spec-core",
  "command-line",
  "http-contract",
  "contract-check",
  "mock-server",
  "sdk-gen",
  "framework-cli",
  "gate",
];
// Doors for JavaScript alone: what our own commands load of spec-core, and what starts the command of an application.
const untyped = { "spec-core": ["bundle", "bundle/errors"], "framework-cli": ["cli"] };
const kept = process.argv[2] === undefined ? undefined : resolve(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "onespec-pack-"));
const faults = [];

try {
  // Without node_modules: npm would read all that is linked there, and take five times as long.
  const sources = join(folder, "packages");
  const isOwn = (path) => basename(path) !== "node_modules";
  for (const name of names)
    cpSync(join(root, "packages", name), join(sources, name), { recursive: true, filter: isOwn });
  const places = names.map((name) => `./${name}`);
  const packages = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder, ...places], sources));
  rmSync(sources, { recursive: true });
  for (const [index, packed] of Object.values(packages).entries()) {
    const name = names[index];
    const files = packed.files.map(({ path }) => path);
    const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`.padStart(8);
    console.log(
      `${packed.name.padEnd(24)}${kilobytes(packed.size)} packed ${kilobytes(packed.unpackedSize)} unpacked ${String(files.length).padStart(5)} files`,
    );

    const unwanted = files.filter((path) =>
      /(?:^|\/)(?:test|tests|fixtures)\/|\.test\.|\.map$|\.tsbuildinfo$|(?:^|[^d])\.ts$/.test(path),
    );
    // Applications are made of templates, and clients in TypeScript of the runtime's source.
    const shipped = /^(?:templates|src\/runtime)\//;
    for (const path of unwanted.filter((path) => !path.endsWith(".d.ts") && !shipped.test(path))) {
      faults.push(`${name}: ${path} is of no use to who installs it`);
    }
    for (const file of ["README.md", "LICENSE", "package.json"]) {
      if (!files.includes(file)) faults.push(`${name}: ${file} is missing`);
    }
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
    for (const [dependency, range] of Object.entries(dependencies)) {
      if (!/^[\^~]?\d/.test(range)) faults.push(`${name}: npm cannot install ${dependency} ${range}`);
    }

    const tarball = join(folder, packed.filename);
    const tool = (command, ...args) => {
      const { status, stdout, stderr } = spawnSync(join(root, "node_modules/.bin", command), args, {
        cwd: root,
        encoding: "utf8",
      });
      if (status !== 0) faults.push(`${name}: ${command}\n${stdout}${stderr}`);
    };
    tool("publint", tarball, "--strict");
    const excluded = untyped[name] ?? [];
    tool(
      "attw",
      tarball,
      "--profile",
      "esm-only",
      "--no-emoji",
      ...(excluded.length > 0 ? ["--exclude-entrypoints", ...excluded] : []),
    );
  }
  if (kept !== undefined) cpSync(folder, kept, { recursive: true });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

if (faults.length > 0) {
  console.error(`\n${faults.join("\n")}`);
  process.exit(1);
}
console.log("publint and attw have nothing to say.");

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
  return stdout;
}
