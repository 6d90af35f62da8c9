const note = { $ref: "#/components/schemas/Note" };
const json = (schema: object): object => ({ description: "", content: { "application/json": { schema } } });
const query = (name: string, schema: object): object => ({ name, in: "query", schema });

/** A description of a small API with every way to log in, pages of every kind, and streams. */
export function notesDescription(): object {
  return {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    security: [{ key: [] }],
    paths: {
      "/notes": {
        get: {
          operationId: "listNotes",
          parameters: [query("limit", { type: "integer", maximum: 50 }), query("cursor", { type: "string" })],
          responses: {
            200: json({
              type: "object",
              properties: { data: { type: "array", items: note }, next_cursor: { type: ["string", "null"] } },
            }),
          },
        },
        post: {
          operationId: "createNote",
          requestBody: { required: true, content: { "application/json": { schema: note } } },
          responses: { 201: json(note) },
        },
      },
      "/notes/{id}": {
        get: {
          operationId: "getNote",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          responses: { 200: json(note) },
        },
      },
      ...Object.fromEntries(
        ["key", "inQuery", "inCookie", "bearer", "basic"].map((scheme) => [
          `/by/${scheme}`,
          {
            get: { operationId: scheme, tags: ["logins"], security: [{ [scheme]: [] }], responses: { 200: json({}) } },
            post: {
              operationId: `${scheme}Post`,
              tags: ["logins"],
              security: [{ [scheme]: [] }],
              requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
              responses: { 200: json({}) },
            },
          },
        ]),
      ),
      ...Object.fromEntries(
        [
          ["events", "text/event-stream"],
          ["lines", "application/x-ndjson"],
        ].map(([name, type]) => [
          `/${name}`,
          {
            get: {
              operationId: name,
              tags: ["streams"],
              responses: { 200: { description: "", content: { [type as string]: {} } } },
            },
          },
        ]),
      ),
    },
    components: {
      schemas: {
        Note: {
          type: "object",
          required: ["text"],
          properties: {
            id: { type: "string" },
            text: { type: "string" },
            password: { type: "string", format: "password", minLength: 8 },
            replies: { type: "array", items: note },
          },
        },
      },
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        inQuery: { type: "apiKey", in: "query", name: "api_key" },
        inCookie: { type: "apiKey", in: "cookie", name: "session" },
        bearer: { type: "http", scheme: "bearer" },
        basic: { type: "http", scheme: "basic" },
      },
    },
  };
}
