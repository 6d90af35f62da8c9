import { loadAjvFormats } from "./load-ajv.js";

/** Checks values of one format. Values of another type are none of its business. */
export interface FormatCheck {
  readonly type: "string" | "number";
  /** @param value of that type */
  test(value: string | number): boolean;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

let formats: ReadonlyMap<string, FormatCheck> | undefined;

/**
 * The formats that are checked; any other is an annotation. Those of JSON Schema 2020-12 and of OpenAPI's registry.
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
  // ajv's looks at each line for itself.
  found.set("byte", { type: "string", test: (value: string) => BASE64.test(value) });
  // ajv's is a rule for public web pages: it refuses localhost and private addresses.
  const uri = found.get("uri");
  if (uri !== undefined) found.set("url", uri);
  return new Map([...found].map(([name, check]) => [name, check.type === "string" ? withLastRight(check) : check]));
}

/** In characters. Longer texts take as long to compare as to check, and would be kept. */
const LONGEST_REMEMBERED = 100;

/** The same check. A text that was just found right is not looked at again: one request has it checked as sent and as stored. */
function withLastRight({ type, test }: FormatCheck): FormatCheck {
  let right: string | undefined;
  return {
    type,
    test(value: string) {
      if (value === right) return true;
      const isRight = test(value);
      if (isRight && value.length <= LONGEST_REMEMBERED) right = value;
      return isRight;
    },
  };
}
