import type { ModelField } from "../model-fields.js";
import { bodyOf, factsOf } from "../operation-facts.js";
import type { ResourceSpec, WriteOperation } from "../resource-spec.js";
import type { SchemaData } from "../schema-data.js";
import {
  bound,
  type McpResource,
  type McpResources,
  MOST_RESOURCES,
  methodNames,
  methodsOf,
  resourceName,
} from "./mcp-resources.js";
import {
  DESTROYS,
  ID,
  type McpTool,
  MOST_RECORDS,
  PARAMS,
  PARENTS,
  READS,
  resourceSchema,
  schema,
  type ToolArguments,
  WHERE,
  WRITES,
} from "./mcp-tool.js";

export interface McpOptions {
  /** Leaves out the tools that write. */
  readonly readOnly?: boolean;
}

type DescribeFields = (schema: SchemaData) => readonly ModelField[];

/**
 * Creates a fixed set of tools that reach all resources of a client.
 * @param describe describes the fields of a schema. Absent: the client has no schemas
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
    .map((tool) => ({ ...tool, record: undefined }));
}

function toolOf(record: string): string {
  return record === "find" ? "find_records" : `${record}_record`;
}

/** Describes the fields of records, and of the bodies that create and change them. */
function fieldsOf(spec: ResourceSpec, describe: DescribeFields): object {
  const sent = (operation: WriteOperation | undefined): object | undefined => {
    if (!operation) return undefined;
    const [media] = Object.values(bodyOf(operation.operation)?.content ?? {});
    // Describes the record itself if the body wraps it.
    return describe((operation.body ? undefined : media?.schema) ?? spec.schema);
  };
  return given({
    fields: describe(spec.schema),
    toCreate: sent(spec.create),
    toUpdate: sent(spec.update),
    listParameters: spec.list && factsOf(spec.list.operation).parameters.map(({ name }) => name),
  });
}

/** Removes undefined members. */
function given(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
