import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { missingBrowser, openBrowser } from "./chromium.js";

const TYPES: Readonly<Record<string, string>> = { js: "text/javascript", mjs: "text/javascript", html: "text/html" };

/** A page of a real browser, into which a client is imported from its folder as it lies. */
export const inPage = {
  /** Why there is none here. With `ONESPEC_REQUIRE_BROWSER=1` that is a failure and no reason. */
  get missing(): string | undefined {
    return missingBrowser();
  },

  /**
   * Serves `folder` as `/sdk/` and `files` at the root, runs `code` (the body of an async function) in the page, and gives what
   * it returns. Whatever the page complains about on its console fails.
   */
  async evaluate(folder: string, files: Readonly<Record<string, string>>, code: string): Promise<unknown> {
    const site = await serveSite(folder, files);
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(site.url);
      const result = await page.evaluate(`(async () => { ${code} })()`);
      if (complaints.length > 0) throw new Error(complaints.join("\n"));
      return result;
    } finally {
      await browser.close();
      await site.close();
    }
  },
};

async function serveSite(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, reply) => {
    const path = normalize(decodeURI(new URL(request.url ?? "/", "http://site").pathname)).slice(1);
    const type = TYPES[path.split(".").at(-1) ?? ""] ?? "text/html";
    const send = (content: string | Buffer): void => void reply.writeHead(200, { "content-type": type }).end(content);
    const own = path === "" ? "<!doctype html><title>test</title>" : files[path];
    if (own !== undefined) send(own);
    else if (!path.startsWith("sdk/")) reply.writeHead(404).end();
    else readFile(join(folder, path.slice(4))).then(send, () => reply.writeHead(404).end());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
