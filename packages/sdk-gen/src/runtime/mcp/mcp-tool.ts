import { MOST_RESOURCES } from "./mcp-resources.js";

/** A tool as the Model Context Protocol lists it, and the function that runs it. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: object;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
  /** @throws Error with a message for the model */
  run(args: ToolArguments): Promise<unknown>;
}

/** The arguments of all tools. */
export interface ToolArguments {
  readonly resource?: unknown;
  readonly parents?: unknown;
  readonly id?: unknown;
  readonly values?: unknown;
  readonly changes?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly body?: unknown;
  readonly where?: unknown;
  readonly sort?: unknown;
  readonly limit?: unknown;
  readonly skip?: unknown;
  readonly select?: unknown;
  readonly populate?: unknown;
  readonly search?: unknown;
  readonly [name: string]: unknown;
}

export const READS = { readOnlyHint: true, destructiveHint: false };
export const WRITES = { readOnlyHint: false, destructiveHint: false };
export const DESTROYS = { readOnlyHint: false, destructiveHint: true };

export const PARENTS: object = {
  type: "object",
  description: "Ids of the parents by name, for a resource below others. describe_resource names them.",
};
export const ID: object = { type: ["string", "integer"], description: "Id of the record." };
export const WHERE: object = {
  type: "object",
  description:
    'Conditions by field: {"status":"open"}, {"price":{">":10,"<=":20}}, {"name":{"contains":"a"}}, {"id":[1,2]}; operators = != < <= > >= in nin between exists contains startsWith endsWith like icontains; combined with and, or, not.',
};
export const PARAMS: object = { type: "object", description: "The operation's other parameters by name." };

export function resourceSchema(names: readonly string[]): object {
  return names.length > MOST_RESOURCES
    ? { type: "string", description: "Name of a resource, as list_resources gives it." }
    : { enum: names };
}

export function schema(properties: object, required: readonly string[]): Pick<McpTool, "inputSchema"> {
  return { inputSchema: { type: "object", properties, required, additionalProperties: false } };
}

/** Maximum number of records, or items of a stream, in the result of a call. */
export const MOST_RECORDS = 50;
/** Writes a result as JSON: bigints as texts, files as their size, streams as their first items. */
export async function resultText(value: unknown): Promise<string> {
  let result = value;
  if (isStream(value)) {
    const items: unknown[] = [];
    for await (const item of value) if (items.push(item) >= MOST_RECORDS) break;
    result = { items };
  }
  return JSON.stringify(result ?? null, (_name, inner) => {
    if (typeof inner === "bigint") return String(inner);
    return inner instanceof Blob ? { file: inner.type, bytes: inner.size } : inner;
  });
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
