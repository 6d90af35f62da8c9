import { chmod, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { applyChanges } from "../../src/change/apply-changes.js";
import { emptyFolder } from "../command-line/framework.js";

const { path: parent, remove } = await emptyFolder();
afterAll(remove);

let root: string;
let count = 0;
beforeEach(async () => {
  root = join(parent, `app${++count}`);
  await mkdir(root);
});

const tree = async (): Promise<string[]> => (await readdir(root, { recursive: true })).sort();

test("creates, updates and deletes, and leaves nothing else", async () => {
  await writeFile(join(root, "old.txt"), "old");
  await writeFile(join(root, "gone.txt"), "gone");
  await applyChanges(
    [
      { kind: "create", path: "a/b/new.txt", content: "new" },
      { kind: "update", path: "old.txt", content: "changed" },
      { kind: "delete", path: "gone.txt" },
    ],
    root,
  );
  expect(await tree()).toEqual(["a", "a/b", "a/b/new.txt", "old.txt"]);
  expect(await readFile(join(root, "old.txt"), "utf8")).toBe("changed");
});

test.each(["../x", "a/../../x", "/tmp/x", "a//b", "", ".", "a\\..\\x", "a\0b"])(
  "the path %j is rejected",
  async (path) => {
    await expect(applyChanges([{ kind: "create", path, content: "" }], root)).rejects.toMatchObject({
      code: "NAME_INVALID",
    });
    expect(await tree()).toEqual([]);
  },
);

test("a symbolic link is no way out", async () => {
  const outside = join(parent, `outside${count}`);
  await mkdir(outside);
  await symlink(outside, join(root, "api"));
  await expect(applyChanges([{ kind: "create", path: "api/x.js", content: "" }], root)).rejects.toMatchObject({
    code: "NAME_INVALID",
  });
  expect(await readdir(outside)).toEqual([]);
});

test("a symbolic link to nowhere is no folder", async () => {
  await symlink(join(parent, "nowhere"), join(root, "api"));
  await expect(applyChanges([{ kind: "create", path: "api/x.js", content: "" }], root)).rejects.toMatchObject({
    code: "NAME_INVALID",
  });
  expect(await tree()).toEqual(["api"]);
});

test("what is there is not created over", async () => {
  await writeFile(join(root, "mine.txt"), "mine");
  const changes = [
    { kind: "create", path: "first.txt", content: "1" },
    { kind: "create", path: "mine.txt", content: "2" },
  ] as const;
  await expect(applyChanges(changes, root)).rejects.toMatchObject({ code: "FILE_EXISTS" });
  expect(await tree()).toEqual(["mine.txt"]);
});

test("when one change fails, all others are taken back", async () => {
  await writeFile(join(root, "old.txt"), "old");
  await writeFile(join(root, "file"), "a file where a folder is wanted");
  await writeFile(join(root, "gone.txt"), "gone");
  const before = await tree();
  const changes = [
    { kind: "update", path: "old.txt", content: "changed" },
    { kind: "create", path: "new/folder/x.txt", content: "x" },
    { kind: "delete", path: "gone.txt" },
    { kind: "update", path: "file/x.txt", content: "x" },
  ] as const;
  await expect(applyChanges(changes, root)).rejects.toMatchObject({ code: "FILE_UNWRITABLE" });
  expect(await tree()).toEqual(before);
  expect(await readFile(join(root, "old.txt"), "utf8")).toBe("old");
});

test("a folder that cannot be written to is said as such", async ({ skip }) => {
  skip(process.getuid?.() === 0, "the superuser writes everywhere");
  await chmod(root, 0o500);
  await expect(applyChanges([{ kind: "create", path: "x", content: "" }], root)).rejects.toMatchObject({
    code: "FILE_UNWRITABLE",
  });
});
