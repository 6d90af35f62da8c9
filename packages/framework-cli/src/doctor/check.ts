/** One thing that `doctor` looked at. */
export interface Check {
  /** `database` */
  readonly name: string;
  readonly state: "ok" | "warning" | "problem" | "skipped";
  readonly message: string;
  readonly hint?: string;
}
