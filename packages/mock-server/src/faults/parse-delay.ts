/** How long answers wait, in milliseconds. */
export interface DelayRange {
  readonly min: number;
  readonly max: number;
}

/** `250`, `100-500` (in milliseconds); `undefined` when it is neither. */
export function parseDelay(text: string): DelayRange | undefined {
  const [, from = "", to = from] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text.trim()) ?? [];
  if (from === "" || Number(to) < Number(from)) return undefined;
  return { min: Number(from), max: Number(to) };
}
