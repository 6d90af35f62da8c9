import { knownFormats } from "../schema/formats.js";

/** What other validators insist on beyond ours: of RFC 3339 the `T` between date and time and the colon in the offset. */
const STRICTLY: Readonly<Record<string, RegExp>> = {
  "date-time": /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/i,
  time: /(?:Z|[+-]\d\d:\d\d)$/i,
  // ajv takes no host without a dot, such as `localhost`.
  url: /^[a-z]+:\/\/[^/?#]*\.[a-z]/i,
};

/** Is the value, which is of type `type`, of that format? A format nobody knows, or for another type, refuses nothing. */
export function isOfFormat(format: string | undefined, type: "string" | "number", value: string | number): boolean {
  if (format === undefined) return true;
  const check = knownFormats().get(format);
  if (check?.type !== type) return true;
  return check.test(value) && (STRICTLY[format]?.test(String(value)) ?? true);
}
