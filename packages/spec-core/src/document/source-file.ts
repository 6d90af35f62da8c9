/** A file of the description, read and parsed. */
export interface SourceFile {
  /** Absolute URL. References inside the file are relative to it. */
  readonly url: string;
  /** Path or URL as the user would write it. */
  readonly name: string;
  readonly format: "json" | "yaml" | "object";
  /** To search in, not for positions: JSON may have its characters escaped. `undefined` for a value that a program handed over. */
  readonly text: string | undefined;
  readonly value: unknown;
  /** A fresh copy of `value`. */
  copy(): unknown;
  /** Line and column of the value at a JSON pointer; `undefined` where there is no text. */
  positionOf(pointer: string): { readonly line: number; readonly column: number } | undefined;
}
