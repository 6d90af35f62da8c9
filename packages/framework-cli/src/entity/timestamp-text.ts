/** RFC 3339, section 5.6; the time and the offset may be left out, then midnight and UTC are meant. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?\s?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** As `2026-01-31T12:30:00.000Z`; digits beyond milliseconds are cut off. `undefined` when it is no time. */
export function timestampText(value: unknown): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  if (typeof value !== "string") return undefined;
  const [match, date = "", time = "00:00", seconds = ":00", offset = "Z"] = DATE_TIME.exec(value) ?? [];
  if (match === undefined || !isDate(date)) return undefined;
  const zone = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase();
  const parsed = new Date(`${date}T${time}${seconds}${zone}`);
  return Number.isNaN(parsed.getTime()) ? undefined : parsed.toISOString();
}

/** A day that the calendar has: `2026-01-31`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}
