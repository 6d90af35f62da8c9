import type { WireRules } from "../wire-rules.js";

/** What a server takes in forms. */
export interface FormRules extends WireRules {
  /** Fields of one form, the items of those that hold several counted. */
  readonly mostFields: number;
}
