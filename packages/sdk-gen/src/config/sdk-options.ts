/** How a client is generated. Flags and programs fill in the same fields. */
export interface SdkOptions {
  /** Version of the client, `1.2.3`. Absent: the one it has, raised as its changes ask; `1.0.0` the first time. */
  readonly version?: string;
  /** A configuration file: `.json`, `.js` or `.mjs`. */
  readonly config?: string;
  /** Compare only: nothing is written, a stale client is a failure. */
  readonly check: boolean;
  /** Say what would be written, and write nothing. */
  readonly dryRun: boolean;
  /** Overwrite files that were edited by hand, and folders that are not ours. */
  readonly force: boolean;
  /** Refuse a version that hides a breaking change. */
  readonly enforceSemver: boolean;
  /** Follow `$ref`s to other hosts. */
  readonly allowRefs: boolean;
  /** Asked once before anything is written: when it is aborted by then, nothing is. */
  readonly stop?: AbortSignal;
  /** Told what is being done, when a description is so large that somebody may wonder. */
  readonly onProgress?: (doing: string) => void;
}

export const DEFAULT_SDK_OPTIONS: SdkOptions = {
  check: false,
  dryRun: false,
  force: false,
  enforceSemver: false,
  allowRefs: false,
};
