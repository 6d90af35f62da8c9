import type { NestRules } from "./form/nest-by-brackets.js";
import type { JsonRules } from "./json/check-structure.js";

/** What a server takes in parameters and forms beside what its description says. */
export interface WireRules {
  /** Of JSON in a parameter or a field. */
  readonly json?: JsonRules;
  /** Of names with brackets. */
  readonly nest?: NestRules;
}
