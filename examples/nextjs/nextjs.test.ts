import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createMockServer } from "@onespec/mock-server";
import { build } from "esbuild";
import { expect, test } from "vitest";

const here = new URL(".", import.meta.url).pathname;
// Next.js itself is too large to install for a test; the page needs only React, which the other example has.
const react = join(here, "../react-vite/node_modules");

test("the page renders the records of the mock", async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(react, ".page-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { outputFiles } = await build({
    entryPoints: [join(here, "app/page.tsx")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    external: ["react"],
  });
  const page = join(folder, "page.mjs");
  await writeFile(page, outputFiles[0]?.text ?? "");
  const mock = await createMockServer({ description: join(here, "../bookshop/api.yaml"), seed: 10, port: 0 });
  onTestFinished(() => mock.close());
  process.env.API_URL = (await mock.listen()).url;

  const { default: Page } = await import(pathToFileURL(page).href);
  const { renderToString } = createRequire(join(react, "x.js"))("react-dom/server");
  const html: string = renderToString(await Page());
  expect(html.match(/<li>/g)).toHaveLength(10);
});
