import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { missingBrowser, openBrowser } from "../../../sdk-gen/test/chromium.js";
import type { DescribedMockServer } from "../../src/create-mock-server.js";
import { createMockServer, type MockServer } from "../../src/index.js";
import { BOOKSHOP } from "../run-command.js";

export const missing: string | undefined = missingBrowser();

export interface ConsolePage {
  readonly page: Page;
  /** Errors that the page threw, violations of its policy, and addresses of other origins that it requested. */
  readonly complaints: string[];
}

export interface OpenOptions {
  readonly dark?: boolean;
  readonly width?: number;
  readonly path?: string;
  /** Another origin than the server's. */
  readonly origin?: string;
}

/** A mock server and a browser, for the tests of one file. */
export interface ConsoleBench {
  readonly url: string;
  readonly mock: MockServer;
  /** The console in a page of its own. */
  open(hash: string, options?: OpenOptions): Promise<Page>;
  json(path: string): Promise<Record<string, unknown>>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Another server in place of the one that is there. */
  serve(options: DescribedMockServer): Promise<void>;
}

/** Each test has the bookshop with 60 records of each resource, unless it serves something else; no page may complain. */
export function consoleBench(): ConsoleBench {
  let browser: Browser;
  let mock: MockServer;
  let url: string;
  let opened: ConsolePage[];
  const serve = async (options: DescribedMockServer): Promise<void> => {
    mock = await createMockServer({ store: "memory:", port: 0, ...options });
    ({ url } = await mock.listen());
  };
  beforeAll(async () => {
    if (!missing) browser = await openBrowser();
  });
  afterAll(async () => {
    if (!missing) await browser.close();
  });
  beforeEach(async () => {
    opened = [];
    await serve({ description: BOOKSHOP, seed: 60 });
  });
  afterEach(async () => {
    const complaints = opened.flatMap((one) => one.complaints);
    for (const { page } of opened) await page.context().close();
    await mock.close();
    expect(complaints).toEqual([]);
  });
  return {
    get url() {
      return url;
    },
    get mock() {
      return mock;
    },
    async open(hash, options = {}) {
      const console = await openConsole(browser, options.origin ?? url, hash, options);
      opened.push(console);
      return console.page;
    },
    json: async (path) => (await fetch(`${url}${path}`)).json() as Promise<Record<string, unknown>>,
    send: (method, path, body, headers = {}) =>
      fetch(`${url}${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async serve(options) {
      await mock.close();
      await serve(options);
    },
  };
}

/** A page of the console, and what it should not have done: errors, and requests to other hosts. */
export async function openConsole(
  browser: Browser,
  url: string,
  hash: string,
  options: OpenOptions,
): Promise<ConsolePage> {
  const context = await browser.newContext({
    colorScheme: options.dark ? "dark" : "light",
    viewport: { width: options.width ?? 1280, height: 800 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== url && protocol !== "data:" && protocol !== "blob:") complaints.push(request.url());
  });
  await page.goto(`${url}${options.path ?? "/__mock/"}${hash}`);
  return { page, complaints };
}
