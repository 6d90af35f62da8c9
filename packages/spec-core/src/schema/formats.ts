import { loadAjvFormats } from "./load-ajv.js";

/** Checks values of one format. Values of another type are none of its business. */
export interface FormatCheck {
  readonly type: "string" | "number";
  test(value: never): boolean;
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
    else if (typeof validate === "function") found.set(name, { type, test: validate as (value: never) => boolean });
  }
  // ajv's looks at each line for itself.
  found.set("byte", { type: "string", test: (value: string) => BASE64.test(value) });
  // ajv's is a rule for public web pages: it refuses localhost and private addresses.
  const uri = found.get("uri");
  if (uri !== undefined) found.set("url", uri);
  return found;
}
