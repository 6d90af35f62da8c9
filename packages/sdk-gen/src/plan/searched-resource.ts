import {
  type ApiDescription,
  type ListConvention,
  type Operation,
  objectProperties,
  type Resource,
} from "@onespec/spec-core";
import { preferred } from "./media-types.js";

/** Words of a path that lists, the best first. */
const WORDS = ["filter", "search", "query", "find", "lookup"];

/**
 * The resource with a search such as `POST /flows/filter` as its list, if no other operation lists its records. The
 * body must have the list's parameters as direct properties. Returns the same object if there is no such search.
 */
export function searchedResource(api: ApiDescription, resource: Resource, operations: readonly Operation[]): Resource {
  if (resource.roles.list) return resource;
  const collection = resource.collectionPath.replace(/\/$/, "");
  for (const word of WORDS) {
    const operation = operations.find(
      ({ method, path }) => method === "post" && path.replace(/\/$/, "") === `${collection}/${word}`,
    );
    const search = operation?.role.kind === "view" ? operation.role.search : undefined;
    if (operation && search && takesAll(api, operation, search)) {
      const roles = Object.create(resource.roles, { list: { value: operation, enumerable: true } });
      // A prototype instead of a copy, because a resource computes its properties on demand.
      return Object.create(resource, { list: { value: search }, roles: { value: roles } }) as Resource;
    }
  }
  return resource;
}

/** The properties of a JSON body, sorted by name. The order of keys in a description then never changes the output. */
export function bodyProperties(api: ApiDescription, { requestBody }: Operation): ReturnType<typeof objectProperties> {
  const [media] = preferred(requestBody?.content ?? []);
  if (!media?.schema || !/json/.test(media.type)) return new Map();
  const properties = objectProperties(api.schemas, media.schema.json);
  return new Map([...properties].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function takesAll(api: ApiDescription, operation: Operation, list: ListConvention): boolean {
  const { limit, offset, page, cursor, sort, fields, expand, filters } = list;
  const body = bodyProperties(api, operation);
  const isTaken = ({ name }: { readonly name: string }): boolean =>
    body.has(name) || operation.parameters.some((parameter) => parameter.in === "query" && parameter.name === name);
  return [
    ...[limit, offset, page?.parameter, cursor?.after, sort?.parameter, sort?.direction, fields, expand],
    ...filters.map(({ parameter }) => parameter),
  ].every((parameter) => parameter === undefined || isTaken(parameter));
}
