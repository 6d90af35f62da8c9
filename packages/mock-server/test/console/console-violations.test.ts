import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingBrowser, openBrowser } from "../../../sdk-gen/test/chromium.js";
import { createMockServer, type MockServer } from "../../src/index.js";
import { BOOKSHOP } from "../run-command.js";
import { openConsole } from "./console-browser.js";

const missing = missingBrowser();

let browser: Browser;
let upstream: Server;
let proxy: MockServer;
let url: string;

beforeAll(async () => {
  if (missing) return;
  browser = await openBrowser();
  // Lists without a total, and no author.
  upstream = createServer((request, response) => {
    const isList = request.url === "/authors";
    response.writeHead(isList ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(isList ? { data: [], page: 1, limit: 20 } : { error: "no such author", details: [] }));
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  proxy = await createMockServer({ description: BOOKSHOP, store: "memory:", port: 0, upstream: address });
  ({ url } = await proxy.listen());
});
afterAll(async () => {
  if (missing) return;
  await browser.close();
  await proxy.close();
  upstream.close();
});

async function open(
  at: string,
  options: Parameters<typeof openConsole>[3],
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, complaints } = await openConsole(browser, at, "#/violations", options);
  try {
    await use(page);
  } finally {
    await page.context().close();
  }
  expect(complaints).toEqual([]);
}

describe.skipIf(missing)("violations in the console", () => {
  test("appear per operation as requests pass, lead to the operation, and can be cleared", async () => {
    await open(url, {}, async (page) => {
      await page.getByRole("link", { name: "Violations" }).waitFor();
      await page.getByText("Waiting for requests").waitFor();
      for (const path of ["/authors/7", "/authors", "/authors"]) await fetch(url + path);
      const list = page.getByRole("listitem").filter({ hasText: "/total" }).first();
      await expect.poll(() => list.textContent()).toContain("2 requests");
      expect(await list.textContent()).toContain("2 ×response /total is required");
      await page.getByText("1 of 2 operations with violations.").waitFor();
      await fetch(`${url}/customers/nobody`);
      await page.getByText("path /customerId must be a UUID last at /customers/nobody").waitFor();
      await fetch(`${url}/authors`);
      await expect.poll(() => list.textContent()).toContain("3 ×");
      await page.evaluate(axe.source);
      const found = await page.evaluate(() => (window as never as { axe: typeof axe }).axe.run());
      expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      await page.getByRole("button", { name: "Clear" }).click();
      await page.getByText("Waiting for requests").waitFor();
      await fetch(`${url}/authors`);
      await page.getByRole("link", { name: "/authors" }).click();
      await expect.poll(() => page.url()).toContain("#/operations/listAuthors");
    });
  });

  test("fit a narrow screen in dark mode", async () => {
    await fetch(`${url}/authors`);
    await open(url, { width: 390, dark: true }, async (page) => {
      await page.getByText("response /total is required").waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    });
  });

  test("have no link without a real server, and their page says how to start one", async () => {
    const mock = await createMockServer({ description: BOOKSHOP, store: "memory:", port: 0 });
    try {
      const { url: own } = await mock.listen();
      await open(own, {}, async (page) => {
        await page.getByText("npx mock-server proxy api.yaml http://localhost:8080").waitFor();
        expect(await page.getByRole("link", { name: "Violations" }).count()).toBe(0);
        await page.keyboard.press("?");
        await page.getByText("Keyboard shortcuts").waitFor();
        expect(await page.getByRole("dialog").textContent()).not.toContain("Violations");
      });
    } finally {
      await mock.close();
    }
  });
});
