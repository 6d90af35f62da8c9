import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHROMIUM, missingBrowser } from "../../packages/sdk-gen/test/chromium.js";

const here = new URL(".", import.meta.url).pathname;

test("the example's tests pass in Chromium", { timeout: 240_000 }, async ({ skip }) => {
  const missing = missingBrowser();
  skip(missing !== undefined, missing);
  const [app, mock] = await Promise.all([freePort(), freePort()]);
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:NODE_ENV$|VITEST|npm_)/.test(name));
  const env = {
    ...Object.fromEntries(inherited),
    CHROMIUM,
    APP_URL: `http://localhost:${app}`,
    MOCK_URL: `http://localhost:${mock}`,
  };
  const cli = join(here, "node_modules/@playwright/test/cli.js");
  const child = spawn(process.execPath, [cli, "test", "--reporter=line", "--workers=2"], { cwd: here, env });
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code, said).toBe(0);
  expect(said).toContain("11 passed");
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
