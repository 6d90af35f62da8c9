import { describe, expect, test } from "vitest";
import { contentHash, MANIFEST_PATH, type Manifest, parseManifest } from "./manifest.js";
import { type FilePlan, type FileRequest, mergeFiles } from "./merge-files.js";

const SPEC_ORIGIN = "spec";
const PATH = "api/services/books.js";
const OLD = "one\ntwo\nthree\nfour\nfive\n";
const NEW = "one\ntwo\nthree\nfour\nFIVE\n";

function manifestOf(files: Readonly<Record<string, string>>): Manifest {
  return {
    files: Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, { hash: contentHash(text), origin: SPEC_ORIGIN }]),
    ),
  };
}

function plan(request: Partial<FileRequest>): FilePlan {
  return mergeFiles({
    generated: new Map([[PATH, NEW]]),
    base: new Map([[PATH, OLD]]),
    present: new Map(),
    manifest: manifestOf({ [PATH]: OLD }),
    origin: SPEC_ORIGIN,
    force: false,
    ...request,
  });
}

function textOf({ changes }: FilePlan, path: string): string | undefined {
  const change = changes.find((one) => one.path === path);
  return change !== undefined && change.kind !== "delete" ? change.content : undefined;
}

describe("a file that is generated again", () => {
  test("is written over while nobody touched it", () => {
    expect(textOf(plan({ present: new Map([[PATH, OLD]]) }), PATH)).toBe(NEW);
  });

  test("keeps hand edits in other lines", () => {
    const done = plan({ present: new Map([[PATH, OLD.replace("one", "ONE, by hand")]]) });
    expect(textOf(done, PATH)).toBe("ONE, by hand\ntwo\nthree\nfour\nFIVE\n");
    expect(done.merged).toEqual([PATH]);
  });

  test("takes lines that are added directly before or after edited ones", () => {
    const edited = OLD.replace("five", "5, by hand");
    const before = OLD.replace("five", "four and a half\nfive");
    const request = { generated: new Map([[PATH, before]]), present: new Map([[PATH, edited]]) };
    expect(textOf(plan(request), PATH)).toBe("one\ntwo\nthree\nfour\nfour and a half\n5, by hand\n");
    const after = { generated: new Map([[PATH, edited]]), present: new Map([[PATH, `${OLD.trimEnd()}\nsix\n`]]) };
    expect(textOf(plan(after), PATH)).toBe("one\ntwo\nthree\nfour\n5, by hand\nsix\n");
    const both = { ...request, present: new Map([[PATH, OLD.replace("five", "4.7\nfive")]]) };
    expect(plan(both).conflicts).toEqual([PATH]);
  });

  test("is left alone when both changed the same lines, and the new text lies beside it", () => {
    const done = plan({ present: new Map([[PATH, OLD.replace("five", "5, by hand")]]) });
    expect(textOf(done, PATH)).toBeUndefined();
    expect(textOf(done, `${PATH}.new`)).toBe(NEW);
    expect(done.conflicts).toEqual([PATH]);
  });

  test("waits with all others while one conflicts, and keeps its lines once its .new file was deleted", () => {
    const other = "api/services/shops.js";
    const request = {
      generated: new Map([
        [PATH, NEW],
        [other, NEW],
      ]),
      base: new Map([
        [PATH, OLD],
        [other, OLD],
      ]),
      present: new Map([
        [PATH, OLD.replace("five", "5, by hand")],
        [other, OLD],
      ]),
      manifest: manifestOf({ [PATH]: OLD, [other]: OLD }),
    };
    const held = plan(request).heldBack;
    expect(held.map(({ path }) => path)).toEqual([`${PATH}.new`, MANIFEST_PATH]);
    const manifest = parseManifest(textOf({ ...plan(request), changes: held }, MANIFEST_PATH) ?? "");
    expect(plan({ ...request, manifest, present: new Map([...request.present, [`${PATH}.new`, NEW]]) })).toMatchObject({
      conflicts: [PATH],
    });
    const decided = plan({ ...request, manifest });
    expect(decided.conflicts).toEqual([]);
    expect(textOf(decided, PATH)).toBeUndefined();
    expect(textOf(decided, other)).toBe(NEW);
    expect(parseManifest(textOf(decided, MANIFEST_PATH) ?? "").files[PATH]).toEqual({
      hash: contentHash(NEW),
      origin: SPEC_ORIGIN,
    });
  });

  test("that conflicts in one place follows the other places once its .new file was deleted", () => {
    const generated = NEW.replace("one", "ONE");
    const edited = OLD.replace("five", "5, by hand");
    const manifest = {
      files: { [PATH]: { hash: contentHash(OLD), origin: SPEC_ORIGIN, offered: contentHash(generated) } },
    };
    const done = plan({ generated: new Map([[PATH, generated]]), present: new Map([[PATH, edited]]), manifest });
    expect(done).toMatchObject({ conflicts: [], merged: [PATH] });
    expect(textOf(done, PATH)).toBe(edited.replace("one", "ONE"));
  });

  test.each([
    ["api/models/Book.js", "export default {\n  id: 1,\n  a: 2,\n  b: 3,\n};\n", "  colour: 4,"],
    ["api/models/Book.ts", "export default {\n  id: 1 as number,\n  a: 2,\n  b: 3,\n};\n", '  "colour": 4,'],
    ["api/schemas/Book.json", '{\n  "id": 1,\n  "a": 2,\n  "b": 3\n}\n', '  "colour": 4,'],
    ["api/services/all.js", "export default {\n  id() {},\n  a() {},\n  b() {},\n};\n", "  async colour() {},"],
    ["api/schemas/Ids.json", '[\n  "id",\n  "a",\n  "b"\n]\n', '  "colour",'],
    ["api/services/all.js", 'import a from "a";\n//\n//\na();\nexport {};\n', 'import colour from "colour";'],
  ])("conflicts when both sides add the same key in different places of %s", (path, text, line) => {
    const lines = text.split("\n");
    const request = {
      generated: new Map([[path, lines.toSpliced(3, 0, line).join("\n")]]),
      base: new Map([[path, text]]),
      manifest: manifestOf({ [path]: text }),
    };
    const edited = lines.toSpliced(1, 0, line.replace("4", "5")).join("\n");
    expect(plan({ ...request, present: new Map([[path, edited]]) })).toMatchObject({ conflicts: [path], merged: [] });
    const another = lines.toSpliced(1, 0, line.replaceAll("colour", "size")).join("\n");
    expect(plan({ ...request, present: new Map([[path, another]]) })).toMatchObject({ conflicts: [], merged: [path] });
  });

  test("is left alone when it was edited and the description did not change it", () => {
    const edited = OLD.replace("one", "ONE");
    const done = plan({ generated: new Map([[PATH, OLD]]), present: new Map([[PATH, edited]]) });
    expect(done.changes.filter(({ path }) => path !== MANIFEST_PATH)).toEqual([]);
  });

  test("stays deleted when it was deleted by hand", () => {
    const done = plan({});
    expect(done.deleted).toEqual([PATH]);
    expect(textOf(done, PATH)).toBeUndefined();
  });

  test("with force is written whatever is there", () => {
    expect(textOf(plan({ force: true, present: new Map([[PATH, "mine"]]) }), PATH)).toBe(NEW);
    expect(textOf(plan({ force: true }), PATH)).toBe(NEW);
  });

  test("the next run knows what was generated, not what was merged", () => {
    const done = plan({ present: new Map([[PATH, OLD.replace("one", "ONE")]]) });
    const manifest = parseManifest(textOf(done, MANIFEST_PATH) ?? "");
    expect(manifest.files[PATH]).toEqual({ hash: contentHash(NEW), origin: SPEC_ORIGIN });
  });
});

test("a file of the user's own with the same name is left alone", () => {
  const done = plan({ manifest: { files: {} }, present: new Map([[PATH, "mine"]]) });
  expect(done.inTheWay).toEqual([PATH]);
  expect(done.changes.filter(({ path }) => path !== MANIFEST_PATH)).toEqual([]);
});

describe("a file that the description no longer asks for", () => {
  const nothing = new Map<string, string>();

  test("goes while nobody touched it", () => {
    const done = plan({ generated: nothing, present: new Map([[PATH, OLD]]) });
    expect(done.changes).toContainEqual({ kind: "delete", path: PATH });
  });

  test("stays when it was edited", () => {
    const done = plan({ generated: nothing, present: new Map([[PATH, `${OLD}mine\n`]]) });
    expect(done.orphans).toEqual([PATH]);
    expect(done.changes).not.toContainEqual({ kind: "delete", path: PATH });
  });
});

test("files of other generators are not touched", () => {
  const manifest: Manifest = { files: { [PATH]: { hash: contentHash(OLD), origin: "service books" } } };
  const done = plan({ generated: new Map(), manifest, present: new Map([[PATH, OLD]]) });
  expect(done.changes.filter(({ path }) => path !== MANIFEST_PATH)).toEqual([]);
});
