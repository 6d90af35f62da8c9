import type { PropertyFlag } from "./schema-flags.js";

/** How a view differs from the schema as written. */
export interface ViewRules {
  /** Properties with this flag are not required. */
  readonly hides: PropertyFlag;
  /** Is the value of such a property looked at when it is there? */
  readonly checksHidden: boolean;
}
