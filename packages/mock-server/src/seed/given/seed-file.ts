import type { SourceLocation } from "@onespec/spec-core";

/** The records of one resource as somebody wrote them down; nothing is checked yet. */
export interface SeedFile {
  /** The resource's name, as the file is called. */
  readonly resource: string;
  /** How messages name it. */
  readonly name: string;
  /** Records, records by id, or a function that makes them. */
  readonly value: unknown;
  /** Where in it a JSON pointer leads, as near as it is known. */
  locate(pointer: string): SourceLocation;
}

/** Records by resource in a config file or program: in a list, or by id. */
export type InlineSeeds = Readonly<
  Record<string, readonly Readonly<Record<string, unknown>>[] | Readonly<Record<string, unknown>>>
>;

/** Where there are no lines: in a program, and in a file that is one. */
export function unlinedFile(resource: string, name: string, value: unknown): SeedFile {
  return { resource, name, value, locate: (pointer) => ({ file: name, pointer }) };
}
