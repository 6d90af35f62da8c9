import {
  type Filter,
  foldName,
  type JsonSchema,
  type ListConvention,
  type Operation,
  objectProperties,
  type Parameter,
  type Resource,
  type SchemaRegistry,
} from "@onespec/spec-core";

/** A JSON parameter that contains all list options: `filter={"where":…,"limit":10}` of LoopBack. */
export interface FilterParameter {
  readonly name: string;
  readonly properties: ReturnType<typeof objectProperties>;
}

/**
 * Finds such a parameter of a list. Its JSON has `where` for conditions with `limit` and `skip` or `offset`, as in
 * LoopBack, or a page and its size, as in Flask-AppBuilder.
 */
export function filterParameter(
  { method, parameters }: Pick<Operation, "method" | "parameters">,
  schemas: SchemaRegistry,
): FilterParameter | undefined {
  const isAskedBeside = parameters.some(({ name, in: place }) => place === "query" && BESIDE.has(foldName(name)));
  if (method !== "get" || isAskedBeside) return undefined;
  for (const { name, in: place, content, schema } of parameters) {
    if (place !== "query" || content === undefined) continue;
    const properties = objectProperties(schemas, schema.json);
    const where = properties.get("where");
    const isFree = where !== undefined && isFreeObject(schemas, where.schema);
    const isLimited = isFree && properties.has("limit") && (properties.has("skip") || properties.has("offset"));
    if (isLimited || (properties.has("page") && properties.has("page_size"))) return { name, properties };
  }
  return undefined;
}

const BESIDE: ReadonlySet<string> = new Set(["limit", "skip", "offset", "page", "order", "sort"]);

/**
 * The resource with the parameter's members as separate parameters of its list. Returns the same object if there is no
 * such parameter.
 */
export function filteredResource(resource: Resource, schemas: SchemaRegistry): Resource {
  const { list, schema, roles } = resource;
  const found = list && roles.list && filterParameter(roles.list, schemas);
  if (!list || !found) return resource;
  const member = (...names: readonly string[]): Parameter | undefined => {
    const name = names.find((one) => found.properties.has(one));
    const json = name === undefined ? undefined : found.properties.get(name)?.schema;
    return name === undefined || json === undefined ? undefined : asParameter(name, json, schemas);
  };
  const order = member("order");
  const where = member("where");
  const page = member("page");
  const asked: ListConvention = {
    ...list,
    limit: member("limit", "page_size"),
    offset: member("skip", "offset"),
    page: page && { parameter: page, first: 1, isGuess: true },
    sort: order && { parameter: order, direction: undefined, values: undefined },
    fields: member("fields"),
    filters: where ? conditions(where, schema.json, schemas) : [],
  };
  // A prototype instead of a copy, because a resource computes its properties on demand.
  return Object.create(resource, { list: { value: asked } }) as Resource;
}

/** The spelling of a descending order: `title DESC`. */
export const FILTER_ORDER = " DESC";

/** Conditions in LoopBack's words. Servers treat null differently, so no condition asks for unequal values. */
function conditions(where: Parameter, record: JsonSchema, schemas: SchemaRegistry): Filter[] {
  return [...objectProperties(schemas, record)].flatMap(([name, { schema }]): Filter[] => {
    const target = schemas.follow(schema);
    const types = typeof target === "boolean" ? [] : [target.type ?? []].flat().filter((type) => type !== "null");
    const [type] = types;
    if (types.length !== 1 || type === undefined || typeof target === "boolean") return [];
    const isMoment = type === "string" && /^date(-time)?$/.test(target.format ?? "");
    const isNumber = type === "integer" || type === "number";
    const filter = (operator: Filter["operator"], ...at: readonly string[]): Filter => ({
      parameter: where,
      at: [name, ...at],
      property: [name],
      operator,
    });
    const bounds = [filter("gt", "gt"), filter("gte", "gte"), filter("lt", "lt"), filter("lte", "lte")];
    if (isMoment) return bounds;
    if (!isNumber && type !== "string" && type !== "boolean") return [];
    return [filter("eq"), filter("in", "inq"), ...(isNumber ? bounds : [])];
  });
}

/** An object of any members. */
function isFreeObject(schemas: SchemaRegistry, json: JsonSchema): boolean {
  const target = schemas.follow(json);
  if (typeof target === "boolean") return target;
  const isObject = [target.type ?? []].flat().some((type) => foldName(type) === "object");
  return isObject && target.additionalProperties !== false && objectProperties(schemas, json).size === 0;
}

function asParameter(name: string, json: JsonSchema, schemas: SchemaRegistry): Parameter {
  return {
    name,
    in: "query",
    required: false,
    deprecated: false,
    description: undefined,
    style: "form",
    explode: true,
    allowReserved: false,
    allowEmptyValue: false,
    schema: schemas.schemaOf(json),
    content: undefined,
    examples: [],
  };
}
