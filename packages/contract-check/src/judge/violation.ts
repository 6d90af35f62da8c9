/** One way in which a value breaks its schema. */
export interface Violation {
  /** JSON pointer within the value. */
  readonly at: string;
  readonly keyword: string;
  /** Of `required`: the names of the properties that the value lacks. */
  readonly lacking?: readonly string[];
  /** For people. */
  readonly text: string;
  /** Pointer of the description to the keyword; `undefined` if it is not known. */
  readonly schema: string | undefined;
}
