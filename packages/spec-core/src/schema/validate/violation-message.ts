type Params = Readonly<Record<string, unknown>>;

/** The number of values that a message lists before it only gives their number. */
const MAX_LISTED = 12;

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  date: "a date such as 2026-01-31",
  "date-time": "a date and time such as 2026-01-31T12:00:00Z",
  time: "a time such as 12:00:00Z",
  duration: "a duration such as P1DT12H",
  email: "an email address",
  hostname: "a host name",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  uri: "an absolute URI",
  url: "an absolute URL",
  "uri-reference": "a URI or a relative reference",
  "uri-template": "a URI template",
  uuid: "a UUID",
  "json-pointer": "a JSON pointer",
  "relative-json-pointer": "a relative JSON pointer",
  regex: "a regular expression",
  byte: "text in base64",
  int32: "an integer of 32 bits",
  int64: "an integer of 64 bits",
};

/**
 * One sentence without its subject for a keyword that failed: `must be at least 1`.
 * @param params the keyword's parameters, as in ajv. After merging alternatives, they may contain several values
 */
export function violationMessage(keyword: string, params: Params): string {
  switch (keyword) {
    case "type":
      return `must be ${either([params.type].flat().map((type) => typeName(String(type))))}`;
    case "enum": {
      const types = [params.otherTypes ?? []].flat().map((type) => typeName(String(type)));
      return `must be ${[oneOf(params.allowedValues as readonly unknown[]), ...types].join(" or ")}`;
    }
    case "const":
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case "discriminator":
      return `must be ${oneOf(params.allowedValues as readonly unknown[])}`;
    case "minimum":
      return `must be at least ${params.limit}`;
    case "maximum":
      return `must be at most ${params.limit}`;
    case "exclusiveMinimum":
      return `must be more than ${params.limit}`;
    case "exclusiveMaximum":
      return `must be less than ${params.limit}`;
    case "multipleOf":
      return `must be a multiple of ${params.multipleOf}`;
    case "minLength":
      return params.limit === 1 ? "must not be empty" : `must be at least ${params.limit} characters long`;
    case "maxLength":
      return `must be at most ${count(params.limit, "character")} long`;
    case "pattern":
      return `must match the pattern ${params.pattern}`;
    case "format":
      return `must be ${FORMAT_NAMES[String(params.format)] ?? `of the format ${params.format}`}`;
    case "minItems":
      return `must have at least ${count(params.limit, "item")}`;
    case "maxItems":
    case "items":
    case "unevaluatedItems":
      return `must have at most ${count(params.limit, "item")}`;
    case "uniqueItems":
      return `must not repeat an item (items ${params.j} and ${params.i})`;
    case "contains":
      return containsMessage(params);
    case "required":
      return "is required";
    case "dependentRequired":
      return `is required beside ${params.property}`;
    case "minProperties":
      return `must have at least ${count(params.limit, "property", "properties")}`;
    case "maxProperties":
      return `must have at most ${count(params.limit, "property", "properties")}`;
    case "additionalProperties":
    case "unevaluatedProperties":
      return typeof params.nearest === "string"
        ? `is not a known property; did you mean ${params.nearest}?`
        : "is not a known property";
    case "propertyNames":
      return `is not an allowed name: it ${params.reason}`;
    case "oneOf":
    case "anyOf":
      return alternativesMessage(params);
    case "not":
      return "has a form that is not allowed";
    case "depth":
      return "is nested too deeply";
    default:
      return "is not allowed";
  }
}

function alternativesMessage({ passing, missing }: Params): string {
  if (Array.isArray(passing)) return `must match only one of the alternatives, but matches ${all(passing.map(String))}`;
  if (Array.isArray(missing)) {
    return `must have ${either((missing as readonly (readonly string[])[]).map((names) => all(names)))}`;
  }
  return "matches none of the alternatives";
}

function containsMessage({ minContains, maxContains }: Params): string {
  if (typeof maxContains !== "number") return `must contain at least ${count(minContains, "matching item")}`;
  return `must contain ${minContains} to ${maxContains} matching items`;
}

function typeName(type: string): string {
  if (type === "null") return "null";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function oneOf(values: readonly unknown[]): string {
  const texts = values.slice(0, MAX_LISTED).map((value) => JSON.stringify(value));
  if (values.length === 1) return texts.join();
  const more = values.length > MAX_LISTED ? `, ... (${values.length} values)` : "";
  return `one of ${texts.join(", ")}${more}`;
}

function either(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
}

function all(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

function count(limit: unknown, singular: string, plural = `${singular}s`): string {
  return `${limit} ${limit === 1 ? singular : plural}`;
}
