import { escapeToken } from "../../document/json-pointer.js";
import type { SchemaViolation } from "../schema.js";
import { violationMessage } from "../violation-message.js";

/** A violation's facts, as ajv names them. */
export type Params = Readonly<Record<string, unknown>>;

const NO_VIOLATION: SchemaViolation = { path: "", message: "", keyword: "", params: {} };

/** What was found wrong with a value, as far as it is wanted. */
export class Findings {
  readonly violations: SchemaViolation[] = [];
  /** Violations after which no more are looked for. */
  readonly limit: number;
  /** Only whether the value is valid is wanted: one violation is enough, and what it says does not matter. */
  readonly decides: boolean;

  /** @param most violations; 0: only whether there is one */
  constructor(most: number) {
    this.limit = Math.max(1, most);
    this.decides = most === 0;
  }

  get isFull(): boolean {
    return this.violations.length >= this.limit;
  }

  at(path: string, token: string | number): string {
    if (this.decides) return "";
    return typeof token === "number" ? `${path}/${token}` : `${path}/${escapeToken(token)}`;
  }

  add(keyword: string, path: string, params: Params): void {
    if (this.isFull) return;
    if (this.decides) {
      this.violations.push(NO_VIOLATION);
      return;
    }
    const message = violationMessage(keyword, params);
    if (this.violations.some((one) => one.path === path && one.message === message)) return;
    this.violations.push({ path, message, keyword, params });
  }
}
