import { type ApiDescription, type Operation, parsePointer, type RecordPlace, type Resource } from "@onespec/spec-core";
import { callParameters } from "./call-parameters.js";
import { camelCase } from "./identifier.js";
import type { LinkRelation } from "./sdk-plan.js";

type Link = Operation["responses"][number]["links"][string];

/**
 * Relations from links in the responses of read and create. The link must lead to a GET whose parameters all come from
 * the record. @see OpenAPI 3.1, "Link Object"
 */
export function linkedRelations(
  operations: OperationIndex,
  resource: Resource,
  nameOf: ReadonlyMap<Resource, string>,
): LinkRelation[] {
  const { read, create } = resource.roles;
  return [read, create].flatMap((source) =>
    (source?.responses ?? [])
      .filter(({ status }) => /^2/.test(status))
      .flatMap(({ links }) => Object.entries(links).sort(([left], [right]) => (left < right ? -1 : 1)))
      .flatMap(([name, link]) => {
        const target = source && targetOf(operations, link);
        const parameters = target && placesOf(source, target, link, resource);
        return target && parameters ? [relation(camelCase(thing(name), "link"), target, parameters, nameOf)] : [];
      }),
  );
}

/** `user` of `GetUserByUserId`. */
function thing(link: string): string {
  return link.replace(/^([Gg]et|[Ll]ist|[Ff]ind|[Ff]etch)(?=[A-Z_])|(?<=[a-z])By[A-Z].*$/g, "");
}

function targetOf({ byId, at }: OperationIndex, { operationId, operationRef }: Link): Operation | undefined {
  const found = operationId === undefined ? at.get(operationRef ?? "") : byId.get(operationId);
  return found?.method === "get" ? found : undefined;
}

/** The operations that links can name. */
export interface OperationIndex {
  readonly byId: ReadonlyMap<string | undefined, Operation>;
  /** By references to them. */
  readonly at: ReadonlyMap<string, Operation>;
  /** Lists of records of other collections, by the path above their last segment. */
  readonly nested: ReadonlyMap<string, readonly Operation[]>;
}

/** If several operations have one id, links lead to the first. */
export function indexOperations({ operations }: ApiDescription): OperationIndex {
  const last = operations.toReversed();
  const nested = new Map<string, Operation[]>();
  for (const operation of operations) {
    const [, above = "", below] = /^(.*)\/([^{}/]+)$/.exec(operation.path) ?? [];
    if (below && operation.method === "get" && operation.role.kind === "view")
      nested.set(above, [...(nested.get(above) ?? []), operation]);
  }
  return {
    byId: new Map(last.map((operation) => [operation.operationId, operation])),
    at: new Map(last.map((operation) => [`#${operation.pointer}`, operation])),
    nested,
  };
}

/** The place of each parameter in the record; `undefined` if a required one is missing. */
function placesOf(
  source: Operation,
  target: Operation,
  { parameters }: Link,
  resource: Resource,
): Readonly<Record<string, RecordPlace>> | undefined {
  const places: Record<string, RecordPlace> = {};
  for (const { parameter, name } of callParameters(target)) {
    const expression = parameters[`${parameter.in}.${parameter.name}`] ?? parameters[parameter.name];
    const place = typeof expression === "string" ? placeOf(expression, source, resource) : undefined;
    if (place) places[name] = place;
    else if (parameter.required || expression !== undefined) return undefined;
  }
  return Object.keys(places).length === 0 ? undefined : places;
}

/** @see OpenAPI 3.1, "Runtime Expressions" */
function placeOf(
  expression: string,
  { role, template }: Operation,
  { id, parents }: Resource,
): RecordPlace | undefined {
  const pointer = /^\{?\$response\.body#(\/[^}]*)\}?$/.exec(expression)?.[1];
  if (pointer !== undefined) {
    const place = parsePointer(pointer);
    const around = ("reply" in role && role.reply) || [];
    return around.every((name, at) => name === place[at]) && place.length > around.length
      ? place.slice(around.length)
      : undefined;
  }
  const name = /^\{?\$request\.path\.([^}]+)\}?$/.exec(expression)?.[1];
  const at = name === undefined ? -1 : template.parameters.indexOf(name);
  return at < 0 ? undefined : at < parents.length ? parents[at]?.property : id.property;
}

/**
 * Relations from lists below a record's path, if the listed records also have their own collection:
 * `/authors/{id}/books` and `/books`.
 */
export function nestedRelations(
  { nested }: OperationIndex,
  { itemPath, id, parents }: Resource,
  nameOf: ReadonlyMap<Resource, string>,
): LinkRelation[] {
  return ((itemPath && nested.get(itemPath)) || []).flatMap((operation) => {
    const places: Record<string, RecordPlace> = {};
    for (const { parameter, name } of callParameters(operation)) {
      const at = parameter.in === "path" ? operation.template.parameters.indexOf(parameter.name) : -1;
      const place = at < parents.length ? parents[at]?.property : id.property;
      if (at >= 0 && place) places[name] = place;
      else if (parameter.required) return [];
    }
    return relation(
      camelCase(operation.path.slice(operation.path.lastIndexOf("/") + 1), ""),
      operation,
      places,
      nameOf,
    );
  });
}

function relation(
  name: string,
  operation: Operation,
  parameters: Readonly<Record<string, RecordPlace>>,
  nameOf: ReadonlyMap<Resource, string>,
): LinkRelation {
  const { role } = operation;
  const target = "resource" in role ? nameOf.get(role.resource) : undefined;
  const link = { name, kind: "link", operation, parameters } as const;
  if (role.kind === "list" || role.kind === "view") {
    const { shape, item } = role.list;
    if (item.length === 0)
      return {
        ...link,
        reply: shape.kind === "envelope" ? shape.itemsAt : [],
        many: true,
        list: { convention: role.list, record: role.resource.schema.json },
        ...(target ? { target } : {}),
      };
  }
  if (role.kind === "read" && role.reply)
    return { ...link, reply: role.reply, many: false, ...(target ? { target } : {}) };
  return { ...link, reply: [], many: false };
}
