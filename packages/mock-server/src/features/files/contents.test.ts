import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Contents, KeptContent } from "../../store/contents.js";
import { openDiskContents } from "./disk-contents.js";
import { createMemoryContents } from "./memory-contents.js";

async function keep(contents: Contents, text: string): Promise<KeptContent> {
  const writer = await contents.create();
  await writer.write(Buffer.from(text));
  return writer.finish();
}

async function isThere(contents: Contents, { digest }: KeptContent): Promise<boolean> {
  return (await contents.open(digest, { start: 0, end: 0 })) !== undefined;
}

describe.each(["disk", "memory"])("contents on %s", (place) => {
  async function open(): Promise<Contents> {
    if (place === "memory") return createMemoryContents();
    const folder = await mkdtemp(join(tmpdir(), "contents-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return openDiskContents(join(folder, ".files"), false);
  }

  test("a content that is referred to and let go of just after somebody looked for what is referred to stays", async () => {
    const contents = await open();
    const content = await keep(contents, "kept");
    await contents.keepOnly(async () => {
      content.release();
      return new Set();
    });
    expect(await isThere(contents, content)).toBe(true);
    await contents.keepOnly(async () => new Set());
    expect(await isThere(contents, content)).toBe(false);
  });

  test("so it does when another begins to tidy up at that moment", async () => {
    const contents = await open();
    const content = await keep(contents, "kept");
    await contents.keepOnly(async () => {
      content.release();
      await contents.keepOnly(async () => new Set([content.digest]));
      return new Set();
    });
    expect(await isThere(contents, content)).toBe(true);
  });

  test("what comes again while it is tidied away is there", async () => {
    const contents = await open();
    (await keep(contents, "again")).release();
    const tidying = contents.keepOnly(async () => new Set());
    const again = await keep(contents, "again");
    await tidying;
    expect(await isThere(contents, again)).toBe(true);
  });
});
