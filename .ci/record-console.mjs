// Takes the pictures of the console, light and dark: docs/images/console*.png. It needs Chromium (.ci/browser.sh) and the built packages.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMockServer } from "@onespec/mock-server";

const root = fileURLToPath(new URL("..", import.meta.url));
const { chromium } = createRequire(join(root, "packages/mock-server/package.json"))("playwright-core");
const description = join(root, "examples/bookshop/api.yaml");

/** A real server that breaks the contract: a list without a total, and errors without details. */
const upstream = createServer((request, response) => {
  const isList = request.url.startsWith("/authors?") || request.url === "/authors";
  response.writeHead(isList ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(isList ? { data: [], page: 1, limit: 20 } : { error: "no such record" }));
});
await new Promise((resolve) => upstream.listen(0, "127.0.0.1", resolve));
const real = `http://127.0.0.1:${upstream.address().port}`;

const browser = await chromium.launch({
  executablePath: process.env.ONESPEC_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
try {
  await picture("console", "#/resources/books", 760, { seed: 12 }, async () => {});
  await picture("console-violations", "#/violations", 620, { upstream: real }, async (url) => {
    for (const path of ["/authors", "/authors/7", "/books/3", "/authors?page=2", "/orders/1"]) await fetch(url + path);
  });
} finally {
  await browser.close();
  upstream.close();
}

/** One view in both colour schemes. */
async function picture(name, hash, height, options, prepare) {
  const mock = await createMockServer({ description, store: "memory:", port: 0, ...options });
  const { url } = await mock.listen();
  for (const [colorScheme, suffix] of [
    ["light", ""],
    ["dark", "-dark"],
  ]) {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width: 1280, height },
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await page.goto(`${url}/__mock/${hash}`);
    await prepare(url);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(root, `docs/images/${name}${suffix}.png`) });
    await context.close();
  }
  await mock.close();
}
