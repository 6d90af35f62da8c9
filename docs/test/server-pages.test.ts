import { expect, test } from "vitest";
import { playPage, rewritePage } from "./play-page.js";

const PAGES = ["check.md", "proxy.md", "gate.md", "oauth.md", "mcp.md", "../packages/gate/README.md"];

/** `UPDATE_DOCS=1` writes what was printed into the pages instead of comparing it. */
test.each(PAGES)("every command of %s runs and prints what it says", async (name) => {
  const page = new URL(`../${name}`, import.meta.url);
  const played = await playPage(page);
  expect(played.length).toBeGreaterThan(1);
  if (process.env.UPDATE_DOCS) return rewritePage(page, played);
  for (const { command, shown, printed } of played) expect({ command, printed }).toEqual({ command, printed: shown });
});
