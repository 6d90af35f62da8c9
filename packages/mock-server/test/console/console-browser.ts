import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const CHROMIUM =
  [process.env.ONESPEC_CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"].find(
    (path) => path !== undefined && existsSync(path),
  ) ?? "/usr/bin/chromium";

// Headless in a container, and silent: a test must not call anybody but 127.0.0.1.
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Why there is no browser here. With `ONESPEC_REQUIRE_BROWSER=1` that is a failure and no reason. */
export function missingBrowser(): string | undefined {
  if (existsSync(CHROMIUM)) return undefined;
  if (process.env.ONESPEC_REQUIRE_BROWSER === "1") throw new Error(`a browser is required, and ${CHROMIUM} is absent`);
  return `there is no ${CHROMIUM}; apt-get install chromium, or name one in ONESPEC_CHROMIUM`;
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

export interface ConsolePage {
  readonly page: Page;
  /** What the page threw, what its policy refused, and addresses of other origins that it wanted. */
  readonly complaints: string[];
}

/** The console of the server at `url`, in a page of its own. */
export async function openConsole(
  browser: Browser,
  url: string,
  hash = "",
  options: { readonly dark?: boolean; readonly width?: number; readonly path?: string } = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({
    colorScheme: options.dark ? "dark" : "light",
    viewport: { width: options.width ?? 1280, height: 800 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
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
