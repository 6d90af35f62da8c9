import { jsonOf } from "@onespec/spec-core";

/** Sends a request to the mock, either to its control plane or its API. */
export type CallMock = (path: string, init?: RequestInit) => Promise<Response>;

/** A tool in the form that the Model Context Protocol lists, and the function that runs it. */
export interface MockTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: { readonly type: "object"; readonly [keyword: string]: unknown };
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
  /** @throws Error that the mock rejected, with its reasons */
  run(args: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** Most records that one call returns. */
const MOST_RECORDS = 50;

const RESOURCE = { type: "string", description: "Name of a resource, as list_resources gives it." };
const KEY = { type: "string", description: "Key of the record, as find_records gives it." };
const SCOPE = {
  type: "array",
  items: { type: "string" },
  description: "Keys of the parents, outermost first; empty for a resource without parents.",
};
const READS = { readOnlyHint: true, destructiveHint: false };
const WRITES = { readOnlyHint: false, destructiveHint: false };
const DESTROYS = { readOnlyHint: false, destructiveHint: true };

/** A few tools that reach every resource and operation, also of a large description. */
export function mockTools(call: CallMock): readonly MockTool[] {
  const plane = async (path: string, init?: RequestInit): Promise<unknown> => {
    const response = await call(`/__mock${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text === "" ? { done: true } : JSON.parse(text);
  };
  const recordPath = ({ resource, key, scope }: Args): string =>
    `/state/${encode(resource)}/${encode(key)}${query({ scope })}`;
  const operations = async (): Promise<readonly Explained[]> =>
    ((await plane("/explain")) as { operations: readonly Explained[] }).operations;
  /**
   * Method and path of an operation, filled with these parameters. Parameters that are not in its path go into the
   * query.
   */
  const targetOf = async (wanted: string, parameters: object): Promise<Args> => {
    const all = await operations();
    const found = all.find(({ id }) => id === wanted);
    if (!found) throw new Error(`No operation is called ${JSON.stringify(wanted)}. list_operations lists them.`);
    const { method, path } = found;
    const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
    const values = new Map(Object.entries(parameters));
    const missing = names.find((name) => !values.has(name));
    if (missing !== undefined) throw new Error(`The parameter ${missing} of ${method} ${path} is missing.`);
    const filled = path.replace(/\{([^{}]+)\}/g, (_, name: string) => encode(values.get(name)));
    const rest = Object.fromEntries([...values].filter(([name]) => !names.includes(name)));
    const nested = Object.keys(rest).find((name) => typeof [rest[name]].flat()[0] === "object");
    if (nested !== undefined)
      throw new Error(`The parameter ${nested} is no text: give method and path with the query.`);
    return { method, path: filled + query(rest) };
  };
  return [
    {
      name: "list_resources",
      description:
        "Lists the resources of the mock with the number of their records, and the paths of single documents, which call_operation reads and writes.",
      ...schema({}, []),
      annotations: READS,
      run: async () => ({
        ...((await plane("/state")) as object),
        ...((await plane("/singletons")) as object),
      }),
    },
    {
      name: "describe_resource",
      description: "Describes a resource: its paths, parents, operations and properties.",
      ...schema({ resource: RESOURCE }, ["resource"]),
      annotations: READS,
      run: ({ resource }) => plane(`/resources/${encode(resource)}`),
    },
    {
      name: "find_records",
      description: `Finds records of a resource, at most ${MOST_RECORDS} at a time.`,
      ...schema(
        {
          resource: RESOURCE,
          search: { type: "string", description: "Only records with this text in any of their texts." },
          where: {
            type: "object",
            additionalProperties: { type: ["string", "number", "boolean", "null"] },
            description: 'Only records whose properties have these values: { status: "open" }.',
          },
          sort: { type: "string", description: "A property; a leading - reverses the order." },
          offset: { type: "integer", minimum: 0 },
          limit: { type: "integer", minimum: 1, maximum: MOST_RECORDS },
        },
        ["resource"],
      ),
      annotations: READS,
      run: ({ resource, search, where, sort, offset, limit = 20 }) =>
        plane(`/state/${encode(resource)}${query({ search, where: conditions(where), sort, offset, limit })}`),
    },
    {
      name: "get_record",
      description: "Reads one record.",
      ...schema({ resource: RESOURCE, key: KEY, scope: SCOPE }, ["resource", "key"]),
      annotations: READS,
      run: (args) => plane(recordPath(args)),
    },
    {
      name: "create_record",
      description: "Creates a record. The mock adds the id and other properties that only a server writes.",
      ...schema({ resource: RESOURCE, value: { type: "object" }, scope: SCOPE }, ["resource", "value"]),
      annotations: WRITES,
      run: ({ resource, value, scope = [] }) => plane(`/state/${encode(resource)}`, json("POST", { value, scope })),
    },
    {
      name: "update_record",
      description: "Changes properties of a record; the others stay. A null sets null.",
      ...schema({ resource: RESOURCE, key: KEY, value: { type: "object" }, scope: SCOPE }, [
        "resource",
        "key",
        "value",
      ]),
      annotations: WRITES,
      async run(args) {
        const { value } = (await plane(recordPath(args))) as { value: object };
        return plane(recordPath(args), json("PUT", { value: { ...value, ...(args.value as object) } }));
      },
    },
    {
      name: "delete_record",
      description: "Deletes a record. Records that depend on it stay.",
      ...schema({ resource: RESOURCE, key: KEY, scope: SCOPE }, ["resource", "key"]),
      annotations: DESTROYS,
      run: (args) => plane(recordPath(args), { method: "DELETE" }),
    },
    {
      name: "call_operation",
      description:
        "Sends a request to the API itself, validated as any client's, and returns status, headers and body. Name the operation, or give method and path.",
      ...schema(
        {
          operationId: { type: "string", description: "As list_operations gives it." },
          parameters: { type: "object", description: "Values of the operation's path and query parameters, by name." },
          method: { enum: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] },
          path: { type: "string", pattern: "^/", description: "Path with its query, such as /books?limit=5." },
          headers: { type: "object", additionalProperties: { type: "string" } },
          body: { description: "Sent as JSON." },
        },
        [],
      ),
      annotations: DESTROYS,
      async run({ operationId, parameters, headers, body, ...written }) {
        const isNamed = operationId !== undefined;
        if (isNamed ? Object.keys(written).length > 0 : parameters !== undefined)
          throw new Error("Give operationId and parameters, or method and path, which has the parameters in it.");
        const { method, path } = isNamed ? await targetOf(String(operationId), parameters ?? {}) : written;
        if (method === undefined || path === undefined) throw new Error("Give operationId, or method and path.");
        const init = body === undefined ? { method: method as string, headers: {} } : json(method as string, body);
        const response = await call(path as string, { ...init, headers: { ...init.headers, ...(headers as object) } });
        const text = await response.text();
        return { status: response.status, headers: Object.fromEntries(response.headers), body: jsonOf(text) ?? text };
      },
    },
    {
      name: "list_operations",
      description: "Lists the operations of the API: id, method, path, and what the mock takes each for.",
      ...schema(
        { search: { type: "string", description: "Only operations whose id or path contains this text." } },
        [],
      ),
      annotations: READS,
      async run({ search = "" }) {
        const wanted = String(search).toLowerCase();
        const found = (await operations()).filter(({ id, path }) => `${id} ${path}`.toLowerCase().includes(wanted));
        return {
          total: found.length,
          operations: found.slice(0, MOST_OPERATIONS).map(({ id, method, path, role }) => ({ id, method, path, role })),
        };
      },
    },
    {
      name: "override_next_calls",
      description: "Makes the next calls of an operation answer with another status or body, to test failures.",
      ...schema(
        {
          operationId: { type: "string", description: "As list_operations gives it." },
          status: { type: "integer", minimum: 200, maximum: 599 },
          body: {},
          times: {
            anyOf: [{ type: "integer", minimum: 1, maximum: 1000 }, { const: "always" }],
            description: "How many calls; `always` lasts until the override is removed.",
          },
        },
        ["operationId", "status"],
      ),
      annotations: WRITES,
      run: (rule) => plane("/overrides", json("POST", rule)),
    },
    {
      name: "list_requests",
      description: "Lists the latest requests that the mock has answered.",
      ...schema({ limit: { type: "integer", minimum: 1, maximum: MOST_RECORDS } }, []),
      annotations: READS,
      run: ({ limit = 20 }) => plane(`/requests${query({ limit })}`),
    },
    {
      name: "save_snapshot",
      description: "Saves the whole state under a name.",
      ...schema({ name: { type: "string" } }, ["name"]),
      annotations: WRITES,
      run: ({ name }) => plane(`/snapshots/${encode(name)}`, { method: "POST" }),
    },
    {
      name: "restore_snapshot",
      description: "Replaces the state with a saved one.",
      ...schema({ name: { type: "string" } }, ["name"]),
      annotations: DESTROYS,
      run: ({ name }) => plane(`/snapshots/${encode(name)}/restore`, { method: "POST" }),
    },
    {
      name: "reset",
      description: "Resets the state to the seeds. Everything written since is lost.",
      ...schema({}, []),
      annotations: DESTROYS,
      run: () => plane("/reset", { method: "POST" }),
    },
  ];
}

/** Most operations that one call lists. */
const MOST_OPERATIONS = 200;

type Args = Readonly<Record<string, unknown>>;

interface Explained {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly role?: unknown;
}

function schema(properties: object, required: readonly string[]): Pick<MockTool, "inputSchema"> {
  return { inputSchema: { type: "object", properties, required, additionalProperties: false } };
}

function json(method: string, body: unknown): RequestInit & { readonly headers: Record<string, string> } {
  return { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** Conditions of the control plane for `{ status: "open" }`. */
function conditions(where: unknown): string | undefined {
  if (typeof where !== "object" || where === null) return undefined;
  return JSON.stringify(Object.entries(where).map(([property, value]) => ({ property, operator: "eq", value })));
}

/** @throws Error for a text that cannot be a path segment: the request would go to another address */
function encode(text: unknown): string {
  const segment = String(text);
  if (segment === "" || segment === "." || segment === "..")
    throw new Error(
      `${JSON.stringify(segment)} names nothing. Take names from list_resources and keys from find_records.`,
    );
  return encodeURIComponent(segment);
}

/** A query string with the given values. A list repeats its parameter. */
function query(values: Args): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}
