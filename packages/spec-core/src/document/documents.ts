import type { SourceLocation } from "../errors/description-error.js";
import type { Diagnostic } from "../errors/diagnostic.js";

/** A value of the description and its URI. */
export interface Located {
  readonly value: unknown;
  /** `#/paths/~1pets` in the root document, `<file URL>#/...` in another. */
  readonly uri: string;
}

/**
 * The parsed files of one description. `resolve` accepts every `$ref` text in them. References inside the root document
 * stay `#/...`; all others were made absolute when their file was read. Later stages therefore need not know which file
 * they are in. Swagger 2.0 documents are already converted to OpenAPI 3.0.
 */
export interface Documents {
  readonly root: Readonly<Record<string, unknown>>;
  /** The dialect of the schemas: OpenAPI 3.0's own, or JSON Schema 2020-12 (OpenAPI 3.1 and later). */
  readonly dialect: "3.0" | "3.1";
  /** Every file or URL that was read, the root first. */
  readonly files: readonly string[];
  /**
   * Follows `uri` and further references to a value that is not a reference. `undefined` for a broken reference or a
   * circle. The result has the value's real URI.
   */
  resolve(uri: string): Located | undefined;
  /** The value at `uri` itself. It may be a reference with siblings. `undefined` if there is none. */
  at(uri: string): Located | undefined;
  locate(uri: string): SourceLocation;
  readonly diagnostics: Diagnostic[];
  /** Broken references. `diagnostics` reports them. */
  readonly reported: Set<string>;
}

/** A file of the description, read and parsed. */
export interface SourceFile {
  /** Absolute URL. References inside the file are relative to it. */
  readonly url: string;
  /** Path or URL as the user would write it. */
  readonly name: string;
  readonly format: "json" | "yaml" | "object";
  /** `undefined` for a value that a program handed over. */
  readonly text: string | undefined;
  readonly value: unknown;
  /** A fresh copy of `value`. */
  copy(): unknown;
  /** Line and column of the value at a JSON pointer. `undefined` if the file has no text. */
  positionOf(pointer: string): { readonly line: number; readonly column: number } | undefined;
}
