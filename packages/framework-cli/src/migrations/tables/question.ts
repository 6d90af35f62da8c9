import type { JsonValue } from "../../entity/entity.js";

/** A decision for the user. It is answered in a file (`--answers`), so no terminal is needed. */
export interface Question {
  /** The key in the answers file: `column books.heading`, `table readers`, `fill books.isbn`. */
  readonly id: string;
  readonly text: string;
  /** The possible answers. Absent if any value is possible. */
  readonly choices?: readonly string[];
  /** A free value of the right type, for the answers file to fill in. */
  readonly example?: JsonValue;
}

/** Answers by question id. For a column or a table: `new`, or its former name. For a fill: the value. */
export type Answers = Readonly<Record<string, JsonValue>>;

/** The answer for a part that had no former name. */
export const NEW = "new";
