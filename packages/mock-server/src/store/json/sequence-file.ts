import path from "node:path";
import { findJsonFault, isObject, jsonOf } from "@onespec/spec-core";
import { StoreError } from "../store-error.js";
import { fileProblem } from "./file-problem.js";
import { readWhole, writeBeside } from "./store-files.js";

/**
 * Stores the last number that each collection has used, in a file next to the readable ones. The records alone do not
 * show this number after the newest one is deleted.
 */
export class SequenceFile {
  readonly #file: string;
  #numbers: Map<string, number>;

  /** @throws StoreError `STORE_CORRUPT` or `STORE_UNREADABLE` */
  constructor(directory: string, isPresent: boolean) {
    this.#file = path.join(directory, SequenceFile.fileName);
    this.#numbers = isPresent ? readNumbers(this.#file) : new Map();
  }

  static readonly fileName = ".sequences.json";

  get(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** Resolves when the numbers are on disk. One call at a time. */
  async save(numbers: ReadonlyMap<string, number>): Promise<void> {
    if ([...numbers].every(([name, number]) => this.#numbers.get(name) === number)) return;
    const all = new Map([...this.#numbers, ...numbers].sort(([a], [b]) => (a < b ? -1 : 1)));
    try {
      const text = `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`;
      const written = await writeBeside(this.#file, [text]);
      await written.takePlace();
    } catch (error) {
      throw fileProblem("write", this.#file, error);
    }
    this.#numbers = all;
  }
}

function readNumbers(file: string): Map<string, number> {
  const text = readWhole(file).toString();
  const parsed = jsonOf(text);
  if (isObject(parsed) && Object.values(parsed).every(Number.isSafeInteger)) {
    return new Map(Object.entries(parsed as Record<string, number>));
  }
  const { line } = findJsonFault(text) ?? { line: 1 };
  throw new StoreError("STORE_CORRUPT", `${file}, line ${line}: expected the last used numbers here.`, {
    file,
    line,
    hint: "Restore the file, or remove it: numbering then continues after the existing records. Nothing was changed.",
  });
}
