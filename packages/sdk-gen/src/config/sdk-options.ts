import type { Addition } from "./sdk-config.js";

/** Options of the generator, from flags or from a program. */
export interface SdkOptions {
  /** Version of the client, `1.2.3`. Absent: the current version, raised if the changes require it; `1.0.0` for a new client. */
  readonly version?: string;
  /** A configuration file: `.json`, `.js` or `.mjs`. False: none, even if the previous run had one. */
  readonly config?: string | false;
  /** Only compare: write nothing, and fail if the client is stale. */
  readonly check: boolean;
  /** Report the changes, and write nothing. */
  readonly dryRun: boolean;
  /** Overwrite files that were edited by hand, and folders without a generated client. */
  readonly force: boolean;
  /** Reject a version that hides a breaking change. */
  readonly enforceSemver: boolean;
  /** Follow `$ref`s to other hosts and to files outside the folder of the description. */
  readonly allowRefs: boolean;
  /** Accept any value for a `$ref` that cannot be resolved. False: such a description is rejected. */
  readonly lenient: boolean;
  /** Write JavaScript with declarations, or TypeScript source. */
  readonly language: "js" | "ts";
  /** Write schemas, and the code that checks calls, responses and values of models. */
  readonly validation: boolean;
  /** Write the query engine with `find`. Without it, a list is a plain method `list`. */
  readonly queries: boolean;
  /** Write these modules with the client, in addition to those in the configuration. */
  readonly with: readonly Addition[];
  /** Checked once before writing. If it is aborted, nothing is written. */
  readonly stop?: AbortSignal;
  /** Receives a line for each stage, for large descriptions only. */
  readonly onProgress?: (doing: string) => void;
}

export const DEFAULT_SDK_OPTIONS: SdkOptions = {
  check: false,
  dryRun: false,
  force: false,
  enforceSemver: false,
  allowRefs: false,
  lenient: false,
  language: "js",
  validation: true,
  queries: true,
  with: [],
};
