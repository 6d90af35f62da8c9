import type {
  ApiDescription,
  JsonSchema,
  JsonSchemaObject,
  MediaType,
  Operation,
  Parameter,
  Schema,
  SchemaRegistry,
} from "@onespec/spec-core";

/** The first line of every generated file, which distinguishes it from a user's own file. */
export const TYPES_HEADER = "// Types of the handlers, written by mock-server.";

/** The source text of `mock-handlers.d.ts`: what the handler of each operation gets and may answer. Needs no package. */
export function emitHandlerTypes({ schemas, operations, title, version }: ApiDescription): string {
  const writer = createTypeWriter(schemas);
  const members = operations.map((operation) => emitOperation(writer, operation)).join("");
  const about = `${title} ${version}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return `${TYPES_HEADER} Do not edit: it is written again when the description changes.
// ${about}
//
// import type { Handler } from "./mock-handlers.js";
// const handler: Handler<"${operations[0]?.id.replace(/[^\w$]/g, "") ?? "operationId"}"> = async ({ next }) => next();
// export default handler;

${GENERIC}
/** Request and answer types of each operation. */
export interface Operations {
${members}}
${writer.declarations()}`;
}

const GENERIC = `type Values = Readonly<Record<string, unknown>>;

/** Your own code for one operation. The description fills in missing parts of its answer; without a result the server answers as usual. */
export type Handler<K extends keyof Operations> = (call: HandlerCall<K>) => HandlerResult<K> | Promise<HandlerResult<K>>;

export type HandlerResult<K extends keyof Operations> = Partial<Answer<Operations[K]["answers"]>> | undefined | void;

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

export interface HandlerCall<K extends keyof Operations> {
  readonly operation: { readonly id: string; readonly method: string; readonly path: string };
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    readonly body: string | Uint8Array | undefined;
  };
  readonly params: Operations[K]["params"];
  readonly query: Operations[K]["query"];
  readonly body: Operations[K]["body"];
  /** The records of a resource, by its name (\`pets\`) or collection path (\`/pets\`). */
  readonly state: (resource: string) => Records;
  /** A valid body of the success response; the same text makes the same one. */
  sample(text?: string): Operations[K]["answers"];
  /** Runs the operation as the server would without the handler, and gives its answer, errors too: look at \`status\` first. */
  next(changes?: { readonly query?: Operations[K]["query"]; readonly body?: unknown }): Promise<Answer<Operations[K]["answers"]>>;
}

/** \`parents\`: the values of the path parameters before the id, outermost first. */
export interface Records {
  get(id: string | number, ...parents: (string | number)[]): Promise<Values | undefined>;
  /** The records below these parents; without arguments, those of all parents. */
  list(...parents: (string | number)[]): Promise<readonly Values[]>;
  put(record: Values, ...parents: (string | number)[]): Promise<void>;
  update(id: string | number, change: Values | ((record: Values) => Values), ...parents: (string | number)[]): Promise<Values | undefined>;
  delete(id: string | number, ...parents: (string | number)[]): Promise<Values | undefined>;
}
`;

function emitOperation(
  writer: TypeWriter,
  { id, method, path, parameters, requestBody, responses }: Operation,
): string {
  const of = (place: Parameter["in"]): Parameter[] => parameters.filter((parameter) => parameter.in === place);
  const body = contentType(writer, requestBody?.content ?? []);
  const answers = [...new Set(responses.map(({ content }) => contentType(writer, content)))];
  const optional = requestBody && !requestBody.required ? " | undefined" : "";
  return `  /** ${`${method.toUpperCase()} ${path}`.replaceAll("*/", "* /")} */
  ${JSON.stringify(id)}: {
    params: ${parametersType(writer, of("path"))};
    query: ${parametersType(writer, of("query"))};
    body: ${body}${optional};
    answers: ${answers.join(" | ") || "undefined"};
  };
`;
}

function parametersType(writer: TypeWriter, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return "Values";
  const members = parameters.map(
    ({ name, required, schema }) =>
      `readonly ${JSON.stringify(name)}${required ? "" : "?"}: ${writer.typeOf(schema.json)}`,
  );
  return `{ ${members.join("; ")} }`;
}

function contentType(writer: TypeWriter, content: readonly MediaType[]): string {
  const types = content.map(({ schema }) => (schema ? writer.refer(schema) : "unknown"));
  return [...new Set(types)].join(" | ") || "undefined";
}

/** Writes schemas as TypeScript types. Named schemas become declarations of their own, written when first referred to. */
interface TypeWriter {
  typeOf(json: JsonSchema): string;
  /** The type's name where the schema has one. */
  refer(schema: Schema): string;
  /** Every named type that was referred to. */
  declarations(): string;
}

/** Beyond this depth of unnamed schemas the type says `unknown`. */
const DEEPEST = 12;

/** Names that `mock-handlers.d.ts` has for itself. */
const TAKEN = [
  "Values",
  "Handler",
  "HandlerResult",
  "HandlerCall",
  "Answer",
  "Records",
  "Operations",
  "Promise",
  "Partial",
];

function createTypeWriter(schemas: SchemaRegistry): TypeWriter {
  const names = new Map<string, string>();
  const used = new Set(TAKEN);
  const bodies = new Map<string, string>();

  const refer = (schema: Schema): string => {
    const { name: written, uri, json } = schema;
    if (written === undefined) return typeOf(json, 0);
    const known = names.get(uri);
    if (known !== undefined) return known;
    const name = freeName(written, used);
    names.set(uri, name);
    bodies.set(name, "");
    bodies.set(name, typeOf(json, 0));
    return name;
  };

  const typeOf = (json: JsonSchema, depth: number): string => {
    if (typeof json === "boolean") return json ? "unknown" : "never";
    if (depth > DEEPEST) return "unknown";
    if (json.$ref !== undefined) return refer(schemas.at(json.$ref));
    if (json.const !== undefined) return literal(json.const);
    if (json.enum) return json.enum.map(literal).join(" | ") || "never";
    const parts = [
      json.allOf && join(json.allOf, " & ", depth),
      (json.oneOf ?? json.anyOf) && join(json.oneOf ?? json.anyOf ?? [], " | ", depth),
      ownType(json, depth),
    ].filter((part) => part !== undefined);
    if (parts.length === 0) return "unknown";
    return parts.length === 1 ? (parts[0] ?? "unknown") : parts.map((part) => `(${part})`).join(" & ");
  };

  const join = (alternatives: readonly JsonSchema[], sign: string, depth: number): string | undefined => {
    const types = [...new Set(alternatives.map((one) => typeOf(one, depth + 1)))].filter((type) => type !== "unknown");
    if (types.length === 0) return undefined;
    return types.length === 1 ? types[0] : types.map((type) => `(${type})`).join(sign);
  };

  const ownType = (json: JsonSchemaObject, depth: number): string | undefined => {
    const types = typeof json.type === "string" ? [json.type] : (json.type ?? impliedTypes(json));
    return types.length === 0 ? undefined : [...new Set(types.map((type) => oneType(type, json, depth)))].join(" | ");
  };

  const oneType = (type: string, json: JsonSchemaObject, depth: number): string => {
    switch (type) {
      case "integer":
      case "number":
        return "number";
      case "array":
        return `readonly (${json.items === undefined ? "unknown" : typeOf(json.items, depth + 1)})[]`;
      case "object":
        return objectType(json, depth);
      case "string":
      case "boolean":
      case "null":
        return type;
      default:
        return "unknown";
    }
  };

  const objectType = (
    { properties = {}, required = [], additionalProperties }: JsonSchemaObject,
    depth: number,
  ): string => {
    const needed = new Set(required);
    const members = Object.entries(properties).map(
      ([name, json]) => `readonly ${JSON.stringify(name)}${needed.has(name) ? "" : "?"}: ${typeOf(json, depth + 1)}`,
    );
    if (members.length > 0) return `{ ${members.join("; ")} }`;
    const value = additionalProperties === undefined ? "unknown" : typeOf(additionalProperties, depth + 1);
    return `{ readonly [name: string]: ${value} }`;
  };

  return {
    typeOf: (json) => typeOf(json, 0),
    refer,
    declarations: () => [...bodies].map(([name, body]) => `\nexport type ${name} = ${body};\n`).join(""),
  };
}

function impliedTypes(json: JsonSchemaObject): readonly string[] {
  if (json.properties || json.additionalProperties !== undefined) return ["object"];
  return json.items === undefined ? [] : ["array"];
}

function literal(value: unknown): string {
  if (typeof value === "object" && value !== null) return "unknown";
  return JSON.stringify(value) ?? "unknown";
}

function freeName(written: string, used: Set<string>): string {
  const words = written.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== "");
  const joined = words.map((word) => (word[0] ?? "").toUpperCase() + word.slice(1)).join("");
  const base = /^[A-Za-z_$]/.test(joined) ? joined : `Schema${joined}`;
  let name = base;
  for (let number = 2; used.has(name); number += 1) name = `${base}${number}`;
  used.add(name);
  return name;
}
