import type { Schema } from "@onespec/spec-core";

/** The format of a written body. */
export type BodyKind = "json" | "json-lines" | "events" | "xml" | "form" | "csv" | "text" | "binary";

/** One media type that an answer can have. */
export interface BodyPlan {
  /** Without parameters, never a range. */
  readonly type: string;
  /** The value of the header. */
  readonly contentType: string;
  readonly kind: BodyKind;
  /** The schema of the value that is written out; `undefined`: any value. */
  readonly schema: Schema | undefined;
  readonly examples: readonly unknown[];
}
