import type { ApiDescription, MediaType, Operation, Parameter } from "@onespec/spec-core";
import { createTypeWriter, type TypeWriter } from "./type-writer.js";

/** The first line of every file of handler types, by which a file of somebody else's is told. */
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
/** What each operation takes and answers. */
export interface Operations {
${members}}
${writer.declarations()}`;
}

const GENERIC = `type Values = Readonly<Record<string, unknown>>;

/** Your own code for one operation. What it leaves out of its answer is as the description has it; nothing: the default answer. */
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
  /** What is answered without the handler, with its effects. */
  next(changes?: { readonly query?: Operations[K]["query"]; readonly body?: unknown }): Promise<Answer<Operations[K]["answers"]>>;
}

/** \`parents\`: the values of the path parameters before the id, outermost first. */
export interface Records {
  get(id: string | number, ...parents: (string | number)[]): Promise<Values | undefined>;
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
