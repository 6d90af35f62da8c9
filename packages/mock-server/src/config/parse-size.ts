const UNITS: Readonly<Record<string, number>> = { "": 1, b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/** Bytes of `200mb`, `1.5 gb`, `65536`; units of 1024. `undefined` of what is no size. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]?b)?$/i.exec(text.trim());
  const unit = UNITS[(match?.[2] ?? "").toLowerCase()];
  return match && unit !== undefined ? Math.floor(Number(match[1]) * unit) : undefined;
}
