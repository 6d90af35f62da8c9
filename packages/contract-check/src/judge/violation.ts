/** One way in which a value breaks its schema. */
export interface Violation {
  /** JSON pointer within the value. */
  readonly at: string;
  readonly keyword: string;
  /** The missing properties of a `required` violation. */
  readonly lacking?: readonly string[];
  /** For people. */
  readonly text: string;
  /** Pointer of the description to the keyword; `undefined` if it is not known. */
  readonly schema: string | undefined;
}
