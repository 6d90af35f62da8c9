// Puts what a command starts from into a few files: finding and reading some 400 small modules, of ours and of others, takes a fifth
// of a second. Commands take the bundle when it is newer than what it was made of, so a plain `tsc -b` while developing is never
// hidden by it.
import "./prune.mjs";
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What schemas are compiled with is loaded in the midst of requests: one file each, as the ninety of the packages take six times as long. */
const AJV = [
  { specifier: "ajv/dist/2020.js", out: "ajv" },
  { specifier: "ajv-formats/dist/formats.js", out: "ajv-formats" },
];

/** What Fastify compiles the schemas of routes with. The routes of a description have none: it is loaded for those of plugins. */
const COMPILERS = ["ajv-compiler", "fast-json-stringify-compiler"];

const root = fileURLToPath(new URL("..", import.meta.url));
const packages = [
  "spec-core",
  "command-line",
  "http-contract",
  "contract-check",
  "mock-server",
  "sdk-gen",
  "framework-cli",
];
const builds = packages.map((name) => join(root, "packages", name, "dist", ".tsbuildinfo"));
const targets = ["mock-server", "sdk-gen", "framework-cli"].map((name) =>
  join(root, "packages", name, "dist", "bundle", "bin.js"),
);
const sources = [...builds, fileURLToPath(import.meta.url)];

const isFresh = targets.every(
  (target) => existsSync(target) && sources.every((file) => statSync(file).mtimeMs <= statSync(target).mtimeMs),
);
const common = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  splitting: true,
  absWorkingDir: root,
  logLevel: "warning",
};
if (!isFresh) {
  const { build } = await import("esbuild");
  for (const name of ["spec-core", "mock-server", "sdk-gen", "framework-cli"]) {
    rmSync(join(root, "packages", name, "dist", "bundle"), { recursive: true, force: true });
  }
  await build({
    ...common,
    packages: "external",
    plugins: [ajvBeside()],
    // The errors alone are a door of their own: what only reports them loads nothing else, and there is one class of each.
    entryPoints: { index: "packages/spec-core/dist/index.js", errors: "packages/spec-core/dist/errors/index.js" },
    outdir: "packages/spec-core/dist/bundle",
  });
  const { metafile } = await build({
    ...common,
    splitting: false,
    format: "cjs",
    entryPoints: AJV.map(({ specifier, out }) => ({ in: `packages/spec-core/node_modules/${specifier}`, out })),
    outExtension: { ".js": ".cjs" },
    outdir: "packages/spec-core/dist/bundle",
    metafile: true,
  });
  writeFileSync(join(root, "packages/spec-core/dist/bundle/LICENSES.txt"), licences(Object.keys(metafile.inputs)));
  // CommonJS packages ask for Node's own modules by `require`.
  const banner = {
    js: 'import { createRequire as createBundleRequire } from "node:module";\nconst require = createBundleRequire(import.meta.url);',
  };
  for (const [name, plugins, doors = []] of [
    ["mock-server", [ownPackages(), namedWhenLate(), withoutChildren(), lateCompilers()]],
    ["sdk-gen", [ownPackages(), clientRuntime(), namedWhenLate(), withoutChildren()]],
    // What applications import shares its classes with the command, and with the tests that run the command in their own process.
    [
      "framework-cli",
      [ownPackages(), namedWhenLate(), withoutChildren(), lateCompilers()],
      ["index", "testing/index", "cli/main"],
    ],
  ]) {
    const outdir = `packages/${name}/dist/bundle`;
    const entryPoints = ["bin", ...doors].map((entry) => ({
      in: `packages/${name}/dist/${entry}.js`,
      // A thread is started by its place beside who starts it.
      out: entry.endsWith("-thread") ? basename(entry) : entry,
    }));
    const { metafile } = await build({ ...common, banner, plugins, entryPoints, outdir, metafile: true });
    const inputs = Object.keys(metafile.inputs);
    if (name !== "sdk-gen") inputs.push(...(await buildCompilers(name, outdir, build)));
    writeFileSync(join(root, outdir, "LICENSES.txt"), licences(inputs));
  }
}

/** What every client gets, as one file beside the bundle: it has more than a hundred. */
function clientRuntime() {
  return {
    name: "client-runtime",
    setup({ onLoad, onEnd }) {
      onLoad({ filter: /sdk-gen\/dist\/write\/runtime-files\.js$/ }, () => ({
        contents: `import { readFileSync } from "node:fs";
export const readRuntimeSources = async () => JSON.parse(readFileSync(new URL("./runtime.json", import.meta.url), "utf8"));`,
      }));
      onEnd(async () => {
        const { readRuntimeSources } = await import("../packages/sdk-gen/dist/write/runtime-files.js");
        const file = join(root, "packages/sdk-gen/dist/bundle/runtime.json");
        writeFileSync(file, JSON.stringify(await readRuntimeSources()));
      });
    },
  };
}

/** Those files lie beside the bundle, and not in a folder of what loads them. */
function ajvBeside() {
  return {
    name: "ajv-beside",
    setup({ onLoad }) {
      onLoad({ filter: /spec-core\/dist\/schema\/load-ajv\.js$/ }, ({ path }) => ({
        contents: readFileSync(path, "utf8").replaceAll('"./bundle/', '"./'),
      }));
    },
  };
}

/** Lets Fastify load its compilers when a route has a schema. */
function lateCompilers() {
  return {
    name: "late-compilers",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^@fastify\/[a-z-]+-compiler$/ }, ({ path }) => ({
        path: basename(path),
        namespace: "late-compiler",
      }));
      onResolve({ filter: /./, namespace: "late-compiler" }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /./, namespace: "late-compiler" }, ({ path }) => ({
        contents: `let made;
module.exports = () => (...given) => (made ??= require("./${path}.cjs")())(...given);`,
      }));
    },
  };
}

/** @returns the files that went into it */
async function buildCompilers(name, outdir, build) {
  const { resolve } = createRequire(realpathSync(join(root, "packages", name, "node_modules/fastify/package.json")));
  const { metafile } = await build({
    ...common,
    splitting: false,
    format: "cjs",
    entryPoints: COMPILERS.map((out) => ({ in: resolve(`@fastify/${out}`), out })),
    outExtension: { ".js": ".cjs" },
    outdir,
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}

function ownPackages() {
  return {
    name: "own-packages",
    setup({ onResolve }) {
      onResolve({ filter: /^@onespec\/spec-core(\/errors)?$/ }, ({ path }) => ({
        path: path.replace("spec-core", "spec-core/bundle"),
        external: true,
      }));
      // A check is asked for now and then, and brings validators of its own: it stays a package.
      onResolve({ filter: /^@onespec\/contract-check$/ }, ({ path }) => ({ path, external: true }));
      onResolve({ filter: /^@onespec\/(?:command-line|http-contract)$/ }, ({ path }) => ({
        path: join(root, "packages", basename(path), "dist/index.js"),
      }));
    },
  };
}

/** Commander starts other programs for commands that are programs of their own. Ours are not: what that takes is not loaded. */
function withoutChildren() {
  return {
    name: "without-children",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
        /node_modules\/commander\//.test(importer) ? { path, namespace: "children" } : undefined,
      );
      onLoad({ filter: /.*/, namespace: "children" }, () => ({
        contents:
          'module.exports = { spawn: (...args) => process.getBuiltinModule("node:child_process").spawn(...args) };',
      }));
    },
  };
}

/** `await import()` of a CommonJS package gives its names in Node, and in a bundle the default export alone: here they are said. */
function namedWhenLate() {
  return {
    name: "named-when-late",
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir }) => {
        if (kind !== "dynamic-import" || /^(?:node:|@onespec\/)/.test(path)) return undefined;
        const found = await resolve(path, { kind: "import-statement", resolveDir });
        if (found.external || found.errors.length > 0 || isModule(found.path)) return undefined;
        return { path, namespace: "named", pluginData: { file: found.path, resolveDir } };
      });
      onLoad({ filter: /.*/, namespace: "named" }, async ({ path, pluginData: { file, resolveDir } }) => {
        const names = Object.keys(await import(pathToFileURL(file))).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name));
        return { contents: `export { ${names.join(", ")} } from ${JSON.stringify(path)};`, resolveDir };
      });
    },
  };
}

function isModule(file) {
  if (/\.[cm]js$/.test(file)) return file.endsWith(".mjs");
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, "utf8")).type === "module";
  }
  return false;
}

/** The licences of all packages that files were taken from. */
function licences(files) {
  const folders = files.map((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  const texts = [...new Set(folders)].filter(Boolean).map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? `Licence: ${license}` : readFileSync(join(root, folder, file), "utf8").trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  return texts.sort().join("\n----------\n\n");
}
