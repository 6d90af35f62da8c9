/** A description that somebody might write to hurt its readers. */
export interface HostileCase {
  readonly name: string;
  /** Name of the file; default: `api.json`. */
  readonly file?: string;
  /** `full`: as large as it takes to hurt. `small`: of the same kind, for machines that are in a hurry. */
  content(size: Size): string | Uint8Array;
  /** Is it left to the long form, because what it is about shows in the full size alone? */
  readonly long?: boolean;
}

export type Size = "small" | "full";

/** `full` in the full size, else `small`. */
export function sized(size: Size, small: number, full: number): number {
  return size === "full" ? full : small;
}

/** `count` entries, by name. */
export function entries<T>(count: number, entry: (index: number) => readonly [string, T]): Record<string, T> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)));
}

/** `text` between `count` of both sides. */
export function nested(count: number, open: string, text: string, close: string): string {
  return `${open.repeat(count)}${text}${close.repeat(count)}`;
}

export interface Parts {
  /** The schema of the property `p` of things. */
  readonly schema?: unknown;
  /** Beside `Thing`, under components. */
  readonly schemas?: Readonly<Record<string, unknown>>;
  /** Other sections of components. */
  readonly components?: Readonly<Record<string, unknown>>;
  /** Beside `/things`. */
  readonly paths?: Readonly<Record<string, unknown>>;
  /** Fields of `GET /things`. */
  readonly list?: Readonly<Record<string, unknown>>;
  /** Fields of the schema `Thing`. */
  readonly thing?: Readonly<Record<string, unknown>>;
  /** Fields of the root. */
  readonly root?: Readonly<Record<string, unknown>>;
}

const json = (schema: unknown) => ({ "application/json": { schema } });
const THING = { $ref: "#/components/schemas/Thing" };

/** A description of things that can be listed, made, read and deleted, as an object. */
export function thingsApi({ schema = {}, schemas, components, paths, list, thing, root }: Parts): object {
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: {
      "/things": {
        get: {
          operationId: "listThings",
          responses: { 200: { description: "", content: json({ type: "array", items: THING }) } },
          ...list,
        },
        post: {
          operationId: "createThing",
          requestBody: { content: json(THING) },
          responses: { 201: { description: "", content: json(THING) } },
        },
      },
      "/things/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: { operationId: "getThing", responses: { 200: { description: "", content: json(THING) } } },
        delete: { operationId: "deleteThing", responses: { 204: { description: "" } } },
      },
      ...paths,
    },
    components: {
      ...components,
      schemas: {
        Thing: { type: "object", required: ["id"], properties: { id: { type: "string" }, p: schema }, ...thing },
        ...schemas,
      },
    },
    ...root,
  };
}

/** The text of `thingsApi`. */
export function things(parts: Parts): string {
  return JSON.stringify(thingsApi(parts));
}

/** The text of `thingsApi` with a text of JSON in place of `"@@"`, for what is nested deeper than can be written otherwise. */
export function thingsAround(text: string, parts: Parts): string {
  const [before = "", after = ""] = things(parts).split('"@@"');
  return `${before}${text}${after}`;
}

/** YAML of things, with `head` before and `schema` as the text of the schema of `p`. */
export function yamlThings(head: string, schema = "{}"): string {
  return `openapi: 3.1.0
info: {title: Things, version: '1'}
${head}
paths:
  /things:
    get:
      operationId: listThings
      responses:
        200:
          description: ''
          content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Thing'}}}}
    post:
      operationId: createThing
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
      responses:
        201: {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
components:
  schemas:
    Thing:
      type: object
      required: [id]
      properties:
        id: {type: string}
        p: ${schema}
`;
}
