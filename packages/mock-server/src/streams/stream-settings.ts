/** How a stream goes, as `x-mock` says it. */
export interface StreamSettings {
  /** How many made-up items there are. Absent: three, or one of each kind. */
  readonly events?: number;
  /** Between two of them, in milliseconds. 0: all at once. */
  readonly interval: number;
  /** It stays open behind the last one, until the client goes. */
  readonly open: boolean;
}

export const DEFAULT_STREAM: StreamSettings = { interval: 0, open: false };
