import type { ModelField } from "../model-fields.js";
import { factsOf } from "../operation-facts.js";
import type { RecordOperation, ResourceSpec } from "../resource-spec.js";
import type { SchemaData } from "../schema-data.js";

/** What the server says of each resource, by name. */
export type McpResources = Readonly<Record<string, McpResource>>;

export interface McpResource {
  readonly about?: string;
  /** What `in` takes. */
  readonly parents?: readonly string[];
  readonly relations?: readonly string[];
  readonly methods: Readonly<Record<string, McpMethod>>;
  /** What its records hold. */
  readonly spec?: ResourceSpec;
}

export interface McpMethod {
  /** `find`, `create`, `get`, `replace`, `update` and `delete` have tools of their own. Absent: `call_method` calls it. */
  readonly record?: string;
  readonly route: string;
  readonly about?: string;
  readonly example: string;
  /** Names of its arguments, of a method that `call_method` calls. */
  readonly takes?: readonly string[];
}

/** A tool as the Model Context Protocol lists it, and how it runs. */
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

export interface McpOptions {
  /** Leaves out the tools that write. */
  readonly readOnly?: boolean;
}

/** The arguments of all tools. */
interface ToolArguments {
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

/** A resource of the client. */
interface Target {
  readonly in?: (parents: object) => Target;
  readonly [method: string]: ((...args: never[]) => unknown) | undefined;
}
type DescribeFields = (schema: SchemaData) => readonly ModelField[];

/** Records, and items of streams, that one call returns at most. */
const MOST_RECORDS = 50;
/** Resources that one call lists, and that the schema of an argument names, at most. */
const MOST_RESOURCES = 100;

const READS = { readOnlyHint: true, destructiveHint: false };
const WRITES = { readOnlyHint: false, destructiveHint: false };
const DESTROYS = { readOnlyHint: false, destructiveHint: true };

const PARENTS = {
  type: "object",
  description: "Ids of the parents by name, for a resource below others. describe_resource names them.",
};
const ID = { type: ["string", "integer"], description: "Id of the record." };
const WHERE = {
  type: "object",
  description:
    'Conditions by field: {"status":"open"}, {"price":{">":10,"<=":20}}, {"name":{"contains":"a"}}, {"id":[1,2]}; operators = != < <= > >= in nin between exists contains startsWith endsWith like icontains; combined with and, or, not.',
};
const PARAMS = { type: "object", description: "The operation's other parameters by name." };

/**
 * A few tools that reach every resource of a client, however many it has.
 * @param describe the fields of a schema. Absent: the client knows no schemas
 */
export function mcpTools(
  client: object,
  resources: McpResources,
  describe: DescribeFields | undefined,
  { readOnly = false }: McpOptions,
): readonly McpTool[] {
  const names = Object.keys(resources);
  const withMethod = (record: string | undefined): readonly string[] =>
    names.filter((name) => methodsOf(resources, name).some(([, method]) => method.record === record));
  const named = (record: string | undefined): object => resourceSchema(withMethod(record));
  const target = (args: ToolArguments, record: string): ((...given: readonly unknown[]) => unknown) => {
    const name = resourceName(resources, args.resource);
    const [found] = methodsOf(resources, name).filter(([, method]) => method.record === record);
    if (!found) throw new Error(`${name} has no ${record}. Its methods: ${methodNames(resources, name)}.`);
    return bound(client, resources, name, found[0], args.parents);
  };
  const options = ({ params }: ToolArguments): object => (params === undefined ? {} : { params });
  const tools: readonly (McpTool & { readonly record?: string })[] = [
    {
      name: "list_resources",
      description: `Lists the resources of the API and their methods, at most ${MOST_RESOURCES}.`,
      ...schema(
        { search: { type: "string", description: "Only resources whose name or description has this text." } },
        [],
      ),
      annotations: READS,
      async run({ search = "" }) {
        const wanted = String(search).toLowerCase();
        const found = names.filter((name) => `${name} ${resources[name]?.about ?? ""}`.toLowerCase().includes(wanted));
        return {
          total: found.length,
          resources: found.slice(0, MOST_RESOURCES).map((name) => ({
            name,
            about: resources[name]?.about,
            parents: resources[name]?.parents,
            methods: Object.keys(resources[name]?.methods ?? {}),
          })),
        };
      },
    },
    {
      name: "describe_resource",
      description: "Describes a resource: its fields, relations, parents, and each method with an example.",
      ...schema({ resource: resourceSchema(names) }, ["resource"]),
      annotations: READS,
      async run(args) {
        const name = resourceName(resources, args.resource);
        const { spec, ...described } = resources[name] as McpResource;
        return { name, ...described, ...(spec && describe ? fieldsOf(spec, describe) : {}) };
      },
    },
    {
      name: "find_records",
      record: "find",
      description: `Finds records, at most ${MOST_RECORDS} at a time. Filters and sorts by any field.`,
      ...schema(
        {
          resource: named("find"),
          parents: PARENTS,
          where: WHERE,
          sort: { type: "string", description: 'Fields, descending with -: "-price, title".' },
          limit: { type: "integer", minimum: 1, maximum: MOST_RECORDS, default: 20 },
          skip: { type: "integer", minimum: 0 },
          select: { type: "array", items: { type: "string" }, description: "Only these fields." },
          populate: { type: "array", items: { type: "string" }, description: "Relations to load." },
          params: PARAMS,
        },
        ["resource"],
      ),
      annotations: READS,
      async run(args) {
        const { where, sort, skip, select, populate, params, limit = 20 } = args;
        if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > MOST_RECORDS)
          throw new Error(`limit must be a whole number from 1 to ${MOST_RECORDS}.`);
        const clauses = { where, sort, skip, select, populate, params, limit };
        return { records: await target(args, "find")(given(clauses)) };
      },
    },
    {
      name: "count_records",
      record: "find",
      description: "Counts the records that meet conditions.",
      ...schema({ resource: named("find"), parents: PARENTS, where: WHERE, params: PARAMS }, ["resource"]),
      annotations: READS,
      async run(args) {
        const query = target(args, "find")(given({ where: args.where, params: args.params }));
        return { count: await (query as { count(): Promise<number> }).count() };
      },
    },
    {
      name: "get_record",
      record: "get",
      description: "Reads one record.",
      ...schema({ resource: named("get"), parents: PARENTS, id: ID, params: PARAMS }, ["resource", "id"]),
      annotations: READS,
      run: async (args) => target(args, "get")(args.id, options(args)),
    },
    {
      name: "create_record",
      record: "create",
      description: "Creates a record. describe_resource names the fields.",
      ...schema({ resource: named("create"), parents: PARENTS, values: { type: "object" }, params: PARAMS }, [
        "resource",
        "values",
      ]),
      annotations: WRITES,
      run: async (args) => target(args, "create")(args.values, options(args)),
    },
    {
      name: "update_record",
      record: "update",
      description: "Changes fields of a record; the others stay.",
      ...schema({ resource: named("update"), parents: PARENTS, id: ID, changes: { type: "object" }, params: PARAMS }, [
        "resource",
        "id",
        "changes",
      ]),
      annotations: DESTROYS,
      run: async (args) => target(args, "update")(args.id, args.changes, options(args)),
    },
    {
      name: "replace_record",
      record: "replace",
      description: "Replaces a record as a whole.",
      ...schema({ resource: named("replace"), parents: PARENTS, id: ID, values: { type: "object" }, params: PARAMS }, [
        "resource",
        "id",
        "values",
      ]),
      annotations: DESTROYS,
      run: async (args) => target(args, "replace")(args.id, args.values, options(args)),
    },
    {
      name: "delete_record",
      record: "delete",
      description: "Deletes a record.",
      ...schema({ resource: named("delete"), parents: PARENTS, id: ID, params: PARAMS }, ["resource", "id"]),
      annotations: DESTROYS,
      async run(args) {
        const answer = await target(args, "delete")(args.id, options(args));
        return answer ?? { deleted: args.id };
      },
    },
    {
      name: "call_method",
      description: `Calls a method that has no tool of its own. describe_resource shows its arguments.${readOnly ? " Only methods that read." : ""}`,
      ...schema(
        {
          resource: named(undefined),
          method: { type: "string" },
          parents: PARENTS,
          params: { type: "object", description: "Path, query and header parameters by name." },
          body: { description: "The request body." },
        },
        ["resource", "method"],
      ),
      annotations: readOnly ? READS : DESTROYS,
      async run(args) {
        const name = resourceName(resources, args.resource);
        const method = String(args.method);
        const found = methodsOf(resources, name).find(([own]) => own === method)?.[1];
        if (!found) throw new Error(`${name} has no method ${method}. Its methods: ${methodNames(resources, name)}.`);
        if (found.record !== undefined) throw new Error(`${method} has a tool of its own: ${toolOf(found.record)}.`);
        if (readOnly && !/^(GET|HEAD|QUERY) /.test(found.route))
          throw new Error(`${name}.${method} writes, and this server only reads.`);
        const takes = found.takes ?? [];
        const refused = ["params", "body"].find((part) => args[part] !== undefined && !takes.includes(part));
        if (refused !== undefined) throw new Error(`${name}.${method} takes no ${refused}. Example: ${found.example}`);
        const call = bound(client, resources, name, method, args.parents);
        return (await call(...takes.map((part) => args[part]))) ?? { done: true };
      },
    },
  ];
  return tools
    .filter(({ record, name, annotations }) => {
      const isUsed = name === "call_method" ? withMethod(undefined).length > 0 : true;
      return (
        isUsed && (record === undefined || withMethod(record).length > 0) && (!readOnly || annotations.readOnlyHint)
      );
    })
    .map(({ record: _, ...tool }) => tool);
}

function methodsOf(resources: McpResources, name: string): readonly (readonly [string, McpMethod])[] {
  return Object.entries(resources[name]?.methods ?? {});
}

function methodNames(resources: McpResources, name: string): string {
  return methodsOf(resources, name)
    .map(([method]) => method)
    .join(", ");
}

function toolOf(record: string): string {
  return record === "find" ? "find_records" : `${record}_record`;
}

/** A method of the client, below the parents that the call names. */
function bound(
  client: object,
  resources: McpResources,
  name: string,
  method: string,
  parents: unknown,
): (...given: readonly unknown[]) => unknown {
  const own = (client as Readonly<Record<string, Target | undefined>>)[name];
  if (!own) throw new Error(`The client has no ${name}.`);
  const expected = resources[name]?.parents ?? [];
  const found = (parents ?? {}) as Readonly<Record<string, unknown>>;
  const strange = Object.keys(found).find((one) => !expected.includes(one));
  if (strange !== undefined)
    throw new Error(`${name} has no parent ${strange}. Parents: ${expected.join(", ") || "none"}.`);
  const { record, route = "" } = resources[name]?.methods[method] ?? {};
  // Other methods take the ids of parents among their parameters.
  const missing =
    record === undefined ? undefined : expected.find((one) => found[one] === undefined && route.includes(`{${one}}`));
  if (missing !== undefined)
    throw new Error(`The parent ${missing} is missing: give parents: {${JSON.stringify(missing)}: …}.`);
  const target = parents === undefined ? own : (own.in?.(found) ?? own);
  return (...given) => target[method]?.(...(given as never[]));
}

function resourceName(resources: McpResources, name: unknown): string {
  if (typeof name === "string" && Object.hasOwn(resources, name)) return name;
  const names = Object.keys(resources);
  const more = names.length > MOST_RESOURCES ? ", …" : "";
  throw new Error(
    `There is no resource ${JSON.stringify(name)}. Resources: ${names.slice(0, MOST_RESOURCES).join(", ")}${more}.`,
  );
}

/** The fields that records have, and those that creating and changing one takes. */
function fieldsOf(spec: ResourceSpec, describe: DescribeFields): object {
  const bodyOf = (operation: RecordOperation | undefined): object | undefined => {
    if (!operation) return undefined;
    const [media] = Object.values(factsOf(operation.operation).body?.content ?? {});
    // In an envelope, the record itself is described.
    return describe((operation.body ? undefined : media?.schema) ?? spec.schema);
  };
  return given({
    fields: describe(spec.schema),
    toCreate: bodyOf(spec.create),
    toUpdate: bodyOf(spec.update),
    listParameters: spec.list && factsOf(spec.list.operation).parameters.map(({ name }) => name),
  });
}

function resourceSchema(names: readonly string[]): object {
  return names.length > MOST_RESOURCES
    ? { type: "string", description: "Name of a resource, as list_resources gives it." }
    : { enum: names };
}

function schema(properties: object, required: readonly string[]): Pick<McpTool, "inputSchema"> {
  return { inputSchema: { type: "object", properties, required, additionalProperties: false } };
}

/** Without members that are undefined. */
function given(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** A result as JSON: numbers beyond JSON as texts, files by their size, the beginning of a stream. */
export async function toJson(value: unknown): Promise<string> {
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
