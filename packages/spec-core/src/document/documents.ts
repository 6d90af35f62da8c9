import type { SourceLocation } from "../errors/description-error.js";
import type { Diagnostic } from "../errors/diagnostic.js";

/** A value of the description and where it stands. */
export interface Located {
  readonly value: unknown;
  /** `#/paths/~1pets` in the root document, `<file URL>#/...` in another. */
  readonly uri: string;
}

/**
 * The files of one description, parsed. Every `$ref` text in them is a URI that `resolve` takes: references inside
 * the root document stay `#/...`, all others were made absolute when their file was read, so no stage after this one
 * needs to know which file it stands in. Swagger 2.0 documents are converted to OpenAPI 3.0 before this.
 */
export interface Documents {
  readonly root: Readonly<Record<string, unknown>>;
  /** How the schemas are written: OpenAPI 3.0's own dialect, or JSON Schema 2020-12 (OpenAPI 3.1 and later). */
  readonly dialect: "3.0" | "3.1";
  /** Every file or URL that was read, the root first. */
  readonly files: readonly string[];
  /**
   * Follows `uri`, and the references it meets, to a value that is not a reference. `undefined` when it leads nowhere or in
   * a circle. The `uri` of the answer is where the value really stands.
   */
  resolve(uri: string): Located | undefined;
  /** The value that stands at `uri` itself, which may be a reference with siblings. `undefined` when there is none. */
  at(uri: string): Located | undefined;
  locate(uri: string): SourceLocation;
  readonly diagnostics: Diagnostic[];
  /** References that lead nowhere; `diagnostics` reports them. */
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
  /** Line and column of the value at a JSON pointer; `undefined` if there is no text. */
  positionOf(pointer: string): { readonly line: number; readonly column: number } | undefined;
}
