/** One violation of a schema. */
export interface Violation {
  /** JSON pointer within the value. */
  readonly at: string;
  readonly keyword: string;
  /** The missing properties of a `required` violation. */
  readonly lacking?: readonly string[];
  /** For messages. */
  readonly text: string;
  /** The description's pointer of the keyword. `undefined` if it is not known. */
  readonly schema: string | undefined;
}
