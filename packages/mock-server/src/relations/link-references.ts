import {
  type ApiDescription,
  type Link,
  type Operation,
  parsePointer,
  type RecordPlace,
  type Resource,
} from "@onespec/spec-core";

/** A foreign key that a link of the description declares: the value at `place` names a record of `target`. */
export interface LinkedPlace {
  /** The resource whose records have it. */
  readonly from: Resource;
  readonly place: RecordPlace;
  readonly target: Resource;
}

/**
 * What the links of responses say about records: `parameters: { authorId: $response.body#/writtenBy }` for the operation that
 * reads an author makes `writtenBy` the id of one.
 * @see OpenAPI 3.1, "Link Object" and "Runtime Expressions"
 */
export function linkedPlaces({ operations }: Pick<ApiDescription, "operations">): readonly LinkedPlace[] {
  const find = linkedOperations(operations);
  const found: LinkedPlace[] = [];
  for (const operation of operations) {
    const links = operation.responses.flatMap((response) => Object.values(response.links));
    if (links.length === 0) continue;
    const { role } = operation;
    if (!("resource" in role) || !("reply" in role) || role.reply === undefined) continue;
    for (const link of links) {
      const linked = find(link);
      if (!linked) continue;
      for (const [name, expression] of Object.entries(link.parameters)) {
        const target = resourceOfParameter(linked, name.replace(/^path\./, ""));
        const place = bodyPlace(expression, role.reply);
        const isOwnId = place?.join("/") === role.resource.id.property?.join("/");
        if (target && place && !isOwnId) found.push({ from: role.resource, place, target });
      }
    }
  }
  return found;
}

/** Finds what links lead to; what that takes is made with the first link. */
function linkedOperations(operations: readonly Operation[]): (link: Link) => Operation | undefined {
  let byId: ReadonlyMap<string, Operation> | undefined;
  let byRoute: ReadonlyMap<string, Operation> | undefined;
  return ({ operationId, operationRef }) => {
    if (operationId !== undefined) {
      byId ??= new Map(operations.map((operation) => [operation.operationId ?? operation.id, operation]));
      return byId.get(operationId);
    }
    const [, path, method] = parsePointer(operationRef?.split("#")[1] ?? "");
    byRoute ??= new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
    return byRoute.get(`${method} ${path}`);
  };
}

/** The resource whose id a path parameter of the operation is. */
function resourceOfParameter({ role, template }: Operation, name: string): Resource | undefined {
  if (!("resource" in role)) return undefined;
  const index = template.parameters.indexOf(name);
  const { parents } = role.resource;
  if (index < 0) return undefined;
  if (index < parents.length) return parents[index]?.resource;
  return role.kind === "list" || role.kind === "create" ? undefined : role.resource;
}

/** The place in the record of what `$response.body#/…` means. */
function bodyPlace(expression: unknown, reply: RecordPlace): RecordPlace | undefined {
  const [, pointer] = (typeof expression === "string" && /^\{?\$response\.body#([^}]*)\}?$/.exec(expression)) || [];
  if (pointer === undefined || !pointer.startsWith("/")) return undefined;
  const place = parsePointer(pointer);
  const isInside = reply.every((name, index) => place[index] === name);
  return isInside && place.length > reply.length ? place.slice(reply.length) : undefined;
}
