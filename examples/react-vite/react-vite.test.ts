import { createMockServer } from "@onespec/mock-server";
import { expect, test } from "vitest";

const root = new URL(".", import.meta.url).pathname;

test("the page is served and built, and its calls of /api reach the mock", async ({ onTestFinished }) => {
  const description = new URL("../bookshop/api.yaml", import.meta.url);
  const mock = await createMockServer({ description, seed: 10, basePath: "/api", port: 0 });
  onTestFinished(() => mock.close());
  process.env.MOCK_URL = (await mock.listen()).url;
  const { build, createServer } = await import("vite");
  const server = await createServer({ root, logLevel: "error", server: { host: "127.0.0.1", port: 0 } });
  onTestFinished(() => server.close());
  await server.listen();
  const [url = ""] = server.resolvedUrls?.local ?? [];

  expect(await (await fetch(url)).text()).toContain("/src/main.jsx");
  expect(await (await fetch(new URL("/src/authors.jsx", url))).text()).toContain("jsx");
  expect(await (await fetch(new URL("/api/authors?limit=100", url))).json()).toMatchObject({ total: 10 });

  const built = await build({ root, logLevel: "error", build: { write: false } });
  expect(JSON.stringify(built)).toContain("/authors?limit=100");
});
