/** Why a text is not taken as JSON. */
export type JsonFault = "malformed" | "too-deep" | "forbidden-name" | "too-many-names" | "too-many-values";

/** A text that is not taken as JSON. The message is a sentence without its subject: `is nested more than 500 levels deep`. */
export class JsonRefusal extends Error {
  readonly fault: JsonFault;
  /** Where, both from 1; of a text that is not well-formed. */
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(fault: JsonFault, message: string, place: { readonly line?: number; readonly column?: number } = {}) {
    super(message);
    this.name = "JsonRefusal";
    this.fault = fault;
    this.line = place.line;
    this.column = place.column;
  }
}
