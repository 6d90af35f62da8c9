// Builds the console's page of the mock server, when what it is made of has changed since it was built last.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "packages", "mock-server", "console");
const built = join(root, "packages", "mock-server", "dist", "console");
const installed = join(root, "packages", "mock-server", "node_modules");
const stamp = join(built, ".stamp");

const wanted = sourceState();
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
  const { build } = await import("vite");
  await build({
    configFile: false,
    root: folder,
    logLevel: "warn",
    // Addresses are relative, so that the console works below any path; names hold a hash, so that files may be kept for ever.
    base: "./",
    esbuild: { jsx: "automatic", jsxImportSource: "preact" },
    resolve: {
      alias: [
        {
          find: /^documentation-component/,
          replacement: join(installed, "@scalar/api-reference/dist/browser/standalone.js"),
        },
      ],
    },
    build: {
      outDir: built,
      emptyOutDir: true,
      assetsDir: "console",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: "es2022",
      reportCompressedSize: false,
      rollupOptions: { input: [join(folder, "index.html"), join(folder, "docs.html")] },
    },
  });
  writeFileSync(join(built, "LICENSES.txt"), licences());
  writeFileSync(stamp, wanted);
}

/** The licences of what is in the page. */
function licences() {
  const names = [
    "preact",
    "@preact/signals",
    "@fontsource-variable/geist",
    "@fontsource-variable/geist-mono",
    "papaparse",
  ];
  const texts = [...names, "@scalar/api-reference"].map((name) => {
    const folder = join(installed, name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), "utf8").trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  return texts.join("\n----------\n\n");
}

/** Sources and the versions of what they are built with. */
function sourceState() {
  const hash = createHash("sha256");
  const sources = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of [...sources.sort(), join(root, "pnpm-lock.yaml"), fileURLToPath(import.meta.url)]) {
    hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file));
  }
  return hash.digest("hex");
}
