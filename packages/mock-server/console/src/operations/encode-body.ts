/** Encodes a body for its media type. For forms, the person writes JSON. Other texts are sent unchanged. */
export function encodeBody(text: string, type: string): string | FormData {
  const isForm = /^application\/x-www-form-urlencoded\b/.test(type);
  const isParts = /^multipart\/form-data\b/.test(type);
  const value = isForm || isParts ? objectOf(text) : undefined;
  if (!value) return text;
  if (isForm)
    return formPairs(value)
      .map((pair) => pair.map(encodeURIComponent).join("="))
      .join("&");
  const form = new FormData();
  for (const [name, part] of Object.entries(value)) {
    for (const one of Array.isArray(part) ? part : [part]) form.append(name, partOf(one));
  }
  return form;
}

/** Fields of a multipart form, for the options of `curl`. `undefined` if the body is not such a form. */
export function formFields(text: string, type: string): readonly (readonly [string, string])[] | undefined {
  const value = /^multipart\/form-data\b/.test(type) ? objectOf(text) : undefined;
  return (
    value && Object.entries(value).flatMap(([name, part]) => [part].flat().map((one) => [name, textOf(one)] as const))
  );
}

/** Nested values use brackets: `a[b]=1`, `list=1&list=2`, `list[][a]=1`. */
function formPairs(value: object, prefix = ""): [string, string][] {
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) =>
    pairsOf(prefix === "" ? key : `${prefix}[${key}]`, one),
  );
}

function pairsOf(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item) =>
      typeof item === "object" && item !== null ? formPairs(item, `${name}[]`) : pairsOf(name, item),
    );
  }
  return typeof value === "object" ? formPairs(value, name) : [[name, String(value)]];
}

function partOf(value: unknown): string | Blob {
  return typeof value === "object" && value !== null
    ? new Blob([JSON.stringify(value)], { type: "application/json" })
    : String(value);
}

function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? `${JSON.stringify(value)};type=application/json` : String(value);
}

function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
