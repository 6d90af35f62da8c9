import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

export const CHROMIUM =
  [
    process.env.ONESPEC_CHROMIUM,
    // Without windows it starts and draws in half the time.
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
  ].find((path) => path !== undefined && existsSync(path)) ?? "/usr/bin/chromium";

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
