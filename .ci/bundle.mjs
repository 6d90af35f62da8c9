// Puts what a command starts from into a few files: finding and reading some 400 small modules, of ours and of Fastify, takes a fifth
// of a second. Commands take the bundle when it is newer than what it was made of, so a plain `tsc -b` while developing is never
// hidden by it.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const packages = ["spec-core", "command-line", "mock-server"];
const builds = packages.map((name) => join(root, "packages", name, "dist", ".tsbuildinfo"));
const target = join(root, "packages", "mock-server", "dist", "bundle", "bin.js");
const sources = [...builds, fileURLToPath(import.meta.url)];

const isFresh = existsSync(target) && sources.every((file) => statSync(file).mtimeMs <= statSync(target).mtimeMs);
if (!isFresh) {
  const { build } = await import("esbuild");
  const common = {
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    splitting: true,
    absWorkingDir: root,
    logLevel: "warning",
  };
  for (const name of ["spec-core", "mock-server"]) {
    rmSync(join(root, "packages", name, "dist", "bundle"), { recursive: true, force: true });
  }
  await build({
    ...common,
    packages: "external",
    entryPoints: ["packages/spec-core/dist/index.js"],
    outdir: "packages/spec-core/dist/bundle",
  });
  const { metafile } = await build({
    ...common,
    entryPoints: ["packages/mock-server/dist/bin.js"],
    outdir: "packages/mock-server/dist/bundle",
    // CommonJS packages ask for Node's own modules by `require`.
    banner: {
      js: 'import { createRequire as createBundleRequire } from "node:module";\nconst require = createBundleRequire(import.meta.url);',
    },
    plugins: [ownPackages(), loadedLate()],
    metafile: true,
  });
  writeFileSync(join(dirname(target), "LICENSES.txt"), licences(Object.keys(metafile.inputs)));
}

function ownPackages() {
  return {
    name: "own-packages",
    setup({ onResolve }) {
      // Errors are among them: there must be one class of each.
      onResolve({ filter: /^@onespec\/spec-core(\/errors)?$/ }, () => ({
        path: "@onespec/spec-core/bundle",
        external: true,
      }));
      onResolve({ filter: /^@onespec\/command-line$/ }, () => ({
        path: join(root, "packages/command-line/dist/index.js"),
      }));
    },
  };
}

/** What Fastify loads only for logs, schemas of its own and injected requests stays where it is: it is as large as all the rest. */
function loadedLate() {
  const names = /^(?:pino|light-my-request|@fastify\/ajv-compiler|@fastify\/fast-json-stringify-compiler)$/;
  return {
    name: "loaded-late",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: names }, ({ path }) => ({ path, namespace: "late" }));
      onLoad({ filter: /.*/, namespace: "late" }, ({ path }) => ({
        contents: `module.exports = createBundleRequire(require.resolve("fastify"))(${JSON.stringify(path)});`,
      }));
    },
  };
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
