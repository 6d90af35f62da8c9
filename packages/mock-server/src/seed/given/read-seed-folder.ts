import { readdir, readFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { parsePointer } from "@onespec/spec-core";
import type { Document, LineCounter } from "yaml";
import { OptionsError } from "../../errors/options-error.js";
import { defaultExport, importModule } from "../../modules/import-module.js";
import { shownPath } from "../../modules/shown-path.js";
import { type SeedFile, unlinedFile } from "./seed-file.js";

const SEED_FILE = /^(?![_.])(.+)\.(?:json|ya?ml|[cm]?js|[cm]?ts)$/i;
const OTHER_FILE = /\.d\.[cm]?ts$|\.(?:test|spec)\.[cm]?[jt]s$/;
const MODULE = /\.[cm]?[jt]s$/i;

/**
 * The seeds in a folder, a file for each resource: `pets.json`, `authors.books.yaml`, `pets.ts`. Files whose names begin with `_` or
 * `.`, tests, types and subfolders are left alone.
 * @param version another one than before has modules read again
 * @throws OptionsError `SEEDS_UNREADABLE`, `TYPESCRIPT_UNSUPPORTED`
 */
export async function readSeedFolder(folder: string, version: number | undefined): Promise<readonly SeedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw unreadable(`The folder of seeds ${shownPath(folder)} cannot be read.`, cause);
  });
  const names = entries
    .filter((entry) => !entry.isDirectory() && SEED_FILE.test(entry.name) && !OTHER_FILE.test(entry.name))
    .map(({ name }) => name)
    .sort((a, b) => Number(MODULE.test(a)) - Number(MODULE.test(b)) || (a < b ? -1 : 1));
  const files: SeedFile[] = [];
  for (const name of names) files.push(await readSeedFile(join(folder, name), parse(name).name, version));
  return files;
}

async function readSeedFile(file: string, resource: string, version: number | undefined): Promise<SeedFile> {
  const name = shownPath(file);
  if (MODULE.test(file))
    return unlinedFile(resource, name, defaultExport(await importModule(file, unreadable, version)));
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw unreadable(`${name} cannot be read.`, cause);
  });
  const parsed = /\.json$/i.test(file) ? parseJson(text) : undefined;
  const { parseDocument, LineCounter } = await import("yaml");
  const open = (): { readonly document: Document; readonly lines: LineCounter } => {
    const lines = new LineCounter();
    return { document: parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true }), lines };
  };
  let opened: ReturnType<typeof open> | undefined;
  if (!parsed) {
    opened = open();
    const [error] = opened.document.errors;
    if (error) {
      const { line, col } = opened.lines.linePos(error.pos[0]);
      throw unreadable(`${name}:${line}:${col}: ${error.message}`, error);
    }
  }
  return {
    resource,
    name,
    value: parsed ? parsed.value : opened?.document.toJS(),
    locate(pointer) {
      opened ??= open();
      const { document, lines } = opened;
      const place = parsePointer(pointer);
      for (let length = place.length; length >= 0; length--) {
        const node = document.getIn(place.slice(0, length), true) as { readonly range?: readonly number[] } | undefined;
        const start = node?.range?.[0];
        if (start === undefined) continue;
        const { line, col } = lines.linePos(start);
        return { file: name, pointer, line, column: col };
      }
      return { file: name, pointer };
    },
  };
}

/** `undefined` when it is none: the other parser knows the line. */
function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch {
    return undefined;
  }
}

function unreadable(reason: string, cause: unknown): OptionsError {
  return new OptionsError("SEEDS_UNREADABLE", reason, {
    hint: "Name a folder of <resource>.json, .yaml, .js or .ts with --seeds; correct the file that is named.",
    cause,
  });
}
