import { dirname, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Names by what they stand for, where that may be a schema in a file beside the description: on disk relative to the
 * description, so that a manifest says the same on every machine.
 */
export interface PortableNames {
  toDisk(names: ReadonlyMap<string, string>): Map<string, string>;
  fromDisk(names: Readonly<Record<string, string>>): Map<string, string>;
}

/** @param source path or URL of the description */
export function portableNames(source: string): PortableNames {
  if (/^https?:/i.test(source))
    return { toDisk: (names) => new Map(names), fromDisk: (names) => new Map(Object.entries(names)) };
  const folder = dirname(resolve(/^file:/i.test(source) ? fileURLToPath(source) : source));
  const toDisk = (subject: string): string =>
    subject.replace(/file:\/\/\/[^#]*/, (url) => `file:${relative(folder, fileURLToPath(url)).replaceAll("\\", "/")}`);
  const fromDisk = (subject: string): string =>
    subject.replace(/file:(?!\/)([^#]*)/, (_whole, path: string) => pathToFileURL(resolve(folder, path)).href);
  return {
    toDisk: (names) => new Map([...names].map(([subject, name]) => [toDisk(subject), name])),
    fromDisk: (names) => new Map(Object.entries(names).map(([subject, name]) => [fromDisk(subject), name])),
  };
}
