/**
 * Rejects what no request holds, so that the fault is in the code: a promise that nobody awaited, and NaN.
 *
 * @throws TypeError
 */
export function refuseUnfinished(values: Readonly<Record<string, unknown>>, record: string): void {
  if (values instanceof Promise) throw new TypeError(`${record} is a promise. Write await before the call.`);
  for (const name in values) {
    const value = values[name];
    if (value instanceof Promise) throw new TypeError(`${record}.${name} is a promise. Write await before the call.`);
    if (Number.isNaN(value)) throw new TypeError(`${record}.${name} is NaN.`);
  }
}
