import type { JsonValue } from "../../entity/entity.js";

/** A decision that the user must take. Answered in a file (`--answers`), so that no terminal is needed. */
export interface Question {
  /** The key in the answers file: `column books.heading`, `table readers`, `fill books.isbn`. */
  readonly id: string;
  readonly text: string;
  /** The answers there are; none for a free value. */
  readonly choices?: readonly string[];
  /** A free value of the right type, for the answers file to fill in. */
  readonly example?: JsonValue;
}

/** By question id. For a column or a table: `new`, or the name it had. For a fill: the value. */
export type Answers = Readonly<Record<string, JsonValue>>;

/** The answer that says: this was not there before under another name. */
export const NEW = "new";
