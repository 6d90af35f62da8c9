import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { Contents, type KeptContent } from "../../store/contents.js";
import { diskContents } from "./disk-contents.js";
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
  async function open(onIdle: () => void = () => {}): Promise<Contents> {
    if (place === "memory") return new Contents(createMemoryContents(), onIdle);
    const folder = await mkdtemp(join(tmpdir(), "contents-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return new Contents(diskContents(join(folder, ".files"), false), onIdle);
  }

  test("a content that is held stays without a reference, until it is released", async () => {
    let idle = 0;
    const contents = await open(() => ++idle);
    const [content, same] = [await keep(contents, "kept"), await keep(contents, "kept")];
    content.release();
    content.release();
    await contents.keepOnly(async () => new Set());
    expect([idle, await isThere(contents, content)]).toEqual([0, true]);
    same.release();
    expect(idle).toBe(1);
    await contents.keepOnly(async () => new Set([content.digest]));
    expect(await isThere(contents, content)).toBe(true);
    await contents.keepOnly(async () => new Set());
    expect(await isThere(contents, content)).toBe(false);
  });

  test("nothing is tidied away while a content comes in", async () => {
    const contents = await open();
    const content = await keep(contents, "kept");
    const writer = await contents.create();
    content.release();
    await contents.keepOnly(async () => new Set());
    expect(await isThere(contents, content)).toBe(true);
    await writer.discard();
    await contents.keepOnly(async () => new Set());
    expect(await isThere(contents, content)).toBe(false);
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

test.skipIf(process.platform !== "linux")("a file that nobody reads, as of HEAD, is not left open", async () => {
  const folder = await mkdtemp(join(tmpdir(), "contents-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const contents = new Contents(diskContents(join(folder, ".files"), false), () => {});
  const { digest, size } = await keep(contents, "unread");
  expect(await contents.open(digest, { start: 0, end: size })).toBeDefined();
  await setTimeout(20);
  const open = await readdir("/proc/self/fd");
  const links = await Promise.all(open.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")));
  expect(links.filter((link) => link.startsWith(folder))).toEqual([]);
});
