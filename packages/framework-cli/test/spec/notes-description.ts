type Schema = Readonly<Record<string, unknown>>;

/** Collections with all five operations: their properties by name; `required` ones are named. */
export interface Collections {
  readonly [name: string]: {
    readonly properties: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
    readonly renamedFrom?: string;
  };
}

/** A description of collections (`notes`) at `/notes` and `/notes/{id}`, as a document. */
export function describeCollections(collections: Collections): Schema {
  const entries = Object.entries(collections);
  return {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1.0.0" },
    paths: Object.fromEntries(entries.flatMap(([name]) => pathsOf(name))),
    components: {
      schemas: Object.fromEntries(
        entries.map(([name, { properties, required = [], renamedFrom }]) => [
          schemaName(name),
          {
            type: "object",
            required: ["id", ...required],
            properties: { id: { type: "integer", readOnly: true }, ...properties },
            ...(renamedFrom && { "x-renamed-from": renamedFrom }),
          },
        ]),
      ),
    },
  };
}

function pathsOf(name: string): [string, Schema][] {
  const record = { "application/json": { schema: { $ref: `#/components/schemas/${schemaName(name)}` } } };
  const list = {
    "application/json": { schema: { type: "array", items: { $ref: `#/components/schemas/${schemaName(name)}` } } },
  };
  const item = { parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }] };
  const answer = (status: string, content?: Schema): Schema => ({
    responses: { [status]: { description: "Done.", ...(content && { content }) } },
  });
  return [
    [
      `/${name}`,
      {
        get: answer("200", list),
        post: { requestBody: { required: true, content: record }, ...answer("201", record) },
      },
    ],
    [
      `/${name}/{id}`,
      {
        ...item,
        get: answer("200", record),
        patch: {
          requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
          ...answer("200", record),
        },
        delete: answer("204"),
      },
    ],
  ];
}

/** `notes` as `Note`. */
function schemaName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1, -1);
}
