import { loadAjvFormats } from "./load-ajv.js";

/** Checks values of one format. Values of other types are always valid. */
export interface FormatCheck {
  readonly type: "string" | "number";
  /** @param value has the type `type` */
  test(value: string | number): boolean;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Matches every date except 29 February. */
const USUAL_DATE = String.raw`\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)`;
const USUAL_TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;

/** Fast patterns that nearly all valid values match. */
const USUALLY: Readonly<Record<string, RegExp>> = {
  date: new RegExp(`^${USUAL_DATE}$`),
  "date-time": new RegExp(`^${USUAL_DATE}T${USUAL_TIME}$`),
  time: new RegExp(`^${USUAL_TIME}$`),
  uri: /^https?:\/\/[a-z0-9.-]+(?::\d+)?(?:\/[\w.~/-]*)?$/i,
};

/** In characters. ajv's checks split a text at all of its spaces, so longer texts are rejected. */
const LONGEST_MOMENT = 100;

let formats: ReadonlyMap<string, FormatCheck> | undefined;

/**
 * The formats that are checked: those of JSON Schema 2020-12 and of OpenAPI's registry. Other formats are annotations.
 * @see https://spec.openapis.org/registry/format/
 */
export function knownFormats(): ReadonlyMap<string, FormatCheck> {
  formats ??= readFormats();
  return formats;
}

function readFormats(): ReadonlyMap<string, FormatCheck> {
  const found = new Map<string, FormatCheck>();
  for (const [name, format] of Object.entries(loadAjvFormats())) {
    const { type = "string", validate = format } =
      typeof format === "object" && !(format instanceof RegExp) ? format : { validate: format };
    if (validate instanceof RegExp) found.set(name, { type, test: (value: string) => validate.test(value) });
    else if (typeof validate === "function") found.set(name, { type, test: validate as FormatCheck["test"] });
  }
  // ajv's check accepts every integer. In JavaScript, the first number above the limit equals many numbers within it
  // after rounding, so it is excluded.
  found.set("int64", {
    type: "number",
    test: (value) => Number.isInteger(value) && Number(value) >= -(2 ** 63) && Number(value) < 2 ** 63,
  });
  // ajv's checks split dates and times into parts, which is slow for long lists.
  for (const [name, usual] of Object.entries(USUALLY)) {
    const whole = found.get(name);
    if (!whole) continue;
    const longest = name === "uri" ? Number.POSITIVE_INFINITY : LONGEST_MOMENT;
    const isUnusual = (value: string): boolean => value.length <= longest && whole.test(value);
    found.set(name, { type: "string", test: (value: string) => usual.test(value) || isUnusual(value) });
  }
  // ajv's check tests each line separately.
  found.set("byte", { type: "string", test: (value: string) => BASE64.test(value) });
  // ajv's check is for public web pages: it rejects localhost and private addresses.
  const uri = found.get("uri");
  if (uri !== undefined) found.set("url", uri);
  return found;
}

/** Patterns of stricter validators: they require RFC 3339's `T` between date and time, and the colon in the offset. */
const STRICTLY: Readonly<Record<string, RegExp>> = {
  "date-time": /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/i,
  time: /(?:Z|[+-]\d\d:\d\d)$/i,
  // ajv rejects hosts without a dot, such as `localhost`.
  url: /^[a-z]+:\/\/[^/?#]*\.[a-z]/i,
};

let strict: ReadonlyMap<string, FormatCheck> | undefined;

/** The same formats, checked as strictly as the strictest validators that we know. */
export function strictFormats(): ReadonlyMap<string, FormatCheck> {
  strict ??= new Map(
    [...knownFormats()].map(([name, { type, test }]) => {
      const form = Object.hasOwn(STRICTLY, name) ? STRICTLY[name] : undefined;
      return [name, { type, test: (value) => test(value) && (form?.test(String(value)) ?? true) }];
    }),
  );
  return strict;
}
