// Puts each package that a command starts from into a few files: importing some 300 small modules one by one costs a tenth of a second.
// Commands take the bundle when it is newer than what it was made of, so a plain `tsc -b` while developing is never hidden by it.
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const packages = ["spec-core", "command-line", "mock-server"];
const builds = packages.map((name) => join(root, "packages", name, "dist", ".tsbuildinfo"));
const target = join(root, "packages", "mock-server", "dist", "bundle", "bin.js");

const isFresh = existsSync(target) && builds.every((file) => statSync(file).mtimeMs <= statSync(target).mtimeMs);
if (!isFresh) {
  const { build } = await import("esbuild");
  const common = {
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    splitting: true,
    packages: "external",
    absWorkingDir: root,
    logLevel: "warning",
  };
  for (const name of ["spec-core", "mock-server"]) {
    rmSync(join(root, "packages", name, "dist", "bundle"), { recursive: true, force: true });
  }
  await build({
    ...common,
    entryPoints: ["packages/spec-core/dist/index.js"],
    outdir: "packages/spec-core/dist/bundle",
  });
  await build({
    ...common,
    entryPoints: ["packages/mock-server/dist/bin.js"],
    outdir: "packages/mock-server/dist/bundle",
    plugins: [
      {
        name: "own-packages",
        setup({ onResolve }) {
          onResolve({ filter: /^@onespec\/spec-core$/ }, () => ({ path: "@onespec/spec-core/bundle", external: true }));
          onResolve({ filter: /^@onespec\/command-line$/ }, () => ({
            path: join(root, "packages/command-line/dist/index.js"),
          }));
        },
      },
    ],
  });
}
