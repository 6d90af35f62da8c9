import type { Browser, Page } from "playwright-core";

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
