type Json = Readonly<Record<string, unknown>>;

/** A description of a few paths. */
export function api(paths: Json, schemas: Json = {}, more: Json = {}): Json {
  return { openapi: "3.1.0", info: { title: "Table", version: "1.0.0" }, paths, components: { schemas }, ...more };
}

export function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

export function json(schema: Json | boolean, type = "application/json"): Json {
  return { content: { [type]: { schema } } };
}

export function answer(schema?: Json, headers?: Json): Json {
  return { description: "An answer", ...(schema && json(schema)), ...(headers && { headers }) };
}

export function param(
  name: string,
  place: "path" | "query" | "header" | "cookie",
  schema: Json,
  more: Json = {},
): Json {
  return { name, in: place, schema, ...(place === "path" && { required: true }), ...more };
}

export interface CrudOptions {
  /** Schema of request bodies. Default: that of records. */
  readonly write?: Json;
  /** Schema of PATCH. Default: that of the other bodies. */
  readonly update?: Json;
  /** Default: an integer. */
  readonly id?: Json;
  /** Error responses of every operation. */
  readonly errors?: Json;
  readonly list?: Json;
  readonly listParameters?: readonly Json[];
  /** Of answers that carry one record. */
  readonly headers?: Json;
}

/** A collection and its items: list, create, read, update, replace, delete. */
export function crud(path: string, record: Json, options: CrudOptions = {}): Json {
  const { write = record, id = { type: "integer" }, errors = {}, headers, listParameters = [] } = options;
  const { update = write } = options;
  const list = options.list ?? { type: "array", items: record };
  const name = idName(path);
  const body = { required: true, ...json(write) };
  return {
    [path]: {
      parameters: parents(path),
      get: { parameters: listParameters, responses: { 200: answer(list), ...errors } },
      post: { requestBody: body, responses: { 201: answer(record, headers), ...errors } },
    },
    [`${path}/{${name}}`]: {
      parameters: [...parents(path), param(name, "path", id)],
      get: { responses: { 200: answer(record, headers), ...errors } },
      put: { requestBody: body, responses: { 200: answer(record, headers), ...errors } },
      patch: {
        requestBody: { required: true, ...json(update) },
        responses: { 200: answer(record, headers), ...errors },
      },
      delete: { responses: { 204: answer(), ...errors } },
    },
  };
}

function idName(path: string): string {
  return `${(path.split("/").at(-1) ?? "").replace(/(?<=x)es$|s$/, "")}Id`;
}

function parents(path: string): readonly Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => param(name, "path", { type: "integer" }));
}
