/** A body that takes long to read, check or answer. Megabytes: of text. */
export interface LargeBody {
  readonly name: string;
  readonly method: "POST" | "PATCH";
  readonly path: string;
  readonly type: string;
  make(megabytes: number): string;
}

const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

const NUMBERS = { type: "array", items: { type: "number" } };
const POINT = { type: "object", properties: { x: { type: "number" } }, additionalProperties: false };
const NOTE = {
  type: "object",
  properties: {
    numbers: NUMBERS,
    texts: { type: "array", items: { type: "string" } },
    different: { ...NUMBERS, uniqueItems: true },
    points: { type: "array", items: POINT },
    point: POINT,
    either: { oneOf: [POINT, { type: "array", items: POINT }, NUMBERS] },
    any: {},
    text: { type: "string", minLength: 1, pattern: "^[a-z ]*$" },
    plain: { type: "string" },
    made: { type: "string", readOnly: true },
    nested: { type: "object", properties: { made: { type: "string", readOnly: true }, any: {} } },
  },
};
const CONTENT = {
  [JSON_TYPE]: { schema: NOTE },
  [FORM]: { schema: NOTE },
  "multipart/form-data": { schema: NOTE },
  "application/xml": { schema: NOTE },
};
const ID = { name: "id", in: "path", required: true, schema: { type: "string" } };
const record = { type: "object", properties: { id: { type: "string" }, ...NOTE.properties } };
const answered = (status: string) => ({
  [status]: { description: "done", content: { [JSON_TYPE]: { schema: record } } },
});

/** A description whose one resource takes them all. */
export const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": {
      get: {
        responses: {
          200: { description: "all", content: { [JSON_TYPE]: { schema: { type: "array", items: record } } } },
        },
      },
      post: { requestBody: { content: CONTENT }, responses: answered("201") },
    },
    "/notes/{id}": {
      parameters: [ID],
      get: { responses: answered("200") },
      patch: { requestBody: { content: CONTENT }, responses: answered("200") },
    },
  },
};

const filled = (megabytes: number, item: string, around: readonly [string, string]): string =>
  `${around[0]}${`${item},`.repeat(Math.floor((megabytes * 1e6) / (item.length + 1)))}${item}${around[1]}`;
const numbered = (megabytes: number, write: (index: number) => string, around: readonly [string, string]): string => {
  const size = write(100_000).length + 1;
  return (
    around[0] +
    Array.from({ length: Math.floor((megabytes * 1e6) / size) }, (_, index) => write(index)).join() +
    around[1]
  );
};
const post = (name: string, make: LargeBody["make"], type: string = JSON_TYPE): LargeBody => ({
  ...{ name, method: "POST", path: "/notes", type, make },
});
const of = (property: string, open = "[", close = "]"): readonly [string, string] => [
  `{"${property}":${open}`,
  `${close}}`,
];

/** Those of a few hundred kilobytes hold about as many values as a body may; larger ones hold more. */
export const LARGE_BODIES: readonly LargeBody[] = [
  post("numbers that are all wrong", (size) => filled(size, "1", of("texts"))),
  post("numbers that are right", (size) => filled(size, "1", of("numbers"))),
  post("numbers that must differ", (size) => numbered(size, String, of("different"))),
  post("empty lists", (size) => filled(size, "[]", of("any"))),
  post("objects with unknown names", (size) => filled(size, '{"y":1}', of("points"))),
  post("objects that are right", (size) => filled(size, '{"x":1}', of("points"))),
  post("one of several kinds of lists", (size) => filled(size, '{"x":1}', of("either"))),
  post("an object of names that are free", (size) =>
    numbered(size, (index) => `"name${index}":1`, of("any", "{", "}")),
  ),
  post("an object of names that are not known", (size) =>
    numbered(size, (index) => `"name${index}":1`, of("point", "{", "}")),
  ),
  post("names below a readOnly one", (size) =>
    numbered(size, (index) => `"name${index}":{}`, ['{"nested":{"made":"x","any":{', "}}}"]),
  ),
  post("lists in lists", (size) => filled(size, `[${"[1,2],".repeat(200)}[1,2]]`, of("any"))),
  post("one text", (size) => `{"plain":"${"a ".repeat(size * 5e5)}"}`),
  post("one text with a pattern", (size) => `{"text":"${"a ".repeat(size * 5e5)}"}`),
  post("one text of escapes", (size) => `{"text":"${"\\u0061\\n".repeat(size * 1.25e5)}"}`),
  post("one text of escaped quotation marks", (size) => `{"plain":"${'\\"'.repeat(size * 5e5)}"}`),
  post("texts", (size) => filled(size, '"some text"', of("texts"))),
  post("white space", (size) => `[${"\n".repeat(size * 1e6)}`),
  post("nothing but brackets", (size) => "[".repeat(size * 1e6)),
  post("a form of fields", (size) => numbered(size, (index) => `f${index}=1`, ["", ""]).replaceAll(",", "&"), FORM),
  post(
    "a form of names of 1,000 brackets",
    (size) =>
      Array.from({ length: Math.floor((size * 1e6) / 3_300) }, (_, index) => `a${index}${"[a]".repeat(1_000)}=1`).join(
        "&",
      ),
    FORM,
  ),
  post(
    "a form of brackets below one name",
    (size) =>
      Array.from({ length: 4_900 }, (_, index) => `any[n${index}]${"[a]".repeat(18)}=${"x".repeat(size * 190)}`).join(
        "&",
      ),
    FORM,
  ),
  post("a form of one field that is encoded", (size) => `plain=${"%C3%A9".repeat((size * 1e6) / 6)}`, FORM),
  post("a form with JSON in a field", (size) => `any=${filled(size, "[]", ["[", "]"])}`, FORM),
  post(
    "multipart of many parts",
    (size) => `${'--b\r\nContent-Disposition: form-data; name="texts"\r\n\r\nx\r\n'.repeat(size * 15_000)}--b--\r\n`,
    "multipart/form-data; boundary=b",
  ),
  post(
    "multipart with JSON in a part",
    (size) =>
      `--b\r\nContent-Disposition: form-data; name="any"\r\nContent-Type: application/json\r\n\r\n${filled(size, "[]", ["[", "]"])}\r\n--b--\r\n`,
    "multipart/form-data; boundary=b",
  ),
  post("XML of many elements", (size) => `<note>${"<texts>a</texts>".repeat(size * 62_500)}</note>`, "application/xml"),
  post(
    "XML of many attributes",
    (size) => `<note ${Array.from({ length: size * 80_000 }, (_, index) => `a${index}="1"`).join(" ")}/>`,
    "application/xml",
  ),
  {
    name: "JSON Patch of many operations",
    method: "PATCH",
    path: "/notes/1",
    type: "application/json-patch+json",
    make: (size) => filled(size, '{"op":"add","path":"/any","value":{"a":1}}', ["[", "]"]),
  },
  {
    name: "merge patch of nulls",
    method: "PATCH",
    path: "/notes/1",
    type: "application/merge-patch+json",
    make: (size) => filled(size, "null", of("any")),
  },
];
