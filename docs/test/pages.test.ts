import { expect, test } from "vitest";
import { playPage, rewritePage } from "./play-page.js";

/** `UPDATE_DOCS=1` writes what was printed into the pages instead of comparing it. */
test.each(["index.md", "tutorial.md", "migrating.md"])(
  "every command of %s runs and prints what it says",
  async (name) => {
    const page = new URL(`../${name}`, import.meta.url);
    const played = await playPage(page);
    expect(played.length).toBeGreaterThan(5);
    if (process.env.UPDATE_DOCS) return rewritePage(page, played);
    for (const { command, shown, printed } of played) expect({ command, printed }).toEqual({ command, printed: shown });
  },
);
