import type { MockOptions } from "./mock-options.js";

/** What a config file may say: the flags in camel case, and what no flag says. */
export interface ConfigFile extends Partial<MockOptions> {
  readonly lenient?: boolean;
  readonly allowRefs?: boolean;
  readonly quiet?: boolean;
  readonly watch?: boolean;
}
