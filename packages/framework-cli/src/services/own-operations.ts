import type { ApiDescription, Operation, Role } from "@onespec/spec-core";

export type RecordRole = Extract<Role, { readonly resource: unknown }>;

/** An operation of this application on records of one resource. */
export interface OwnOperation {
  readonly operation: Operation;
  readonly role: RecordRole;
}

/** The operations of a resource, by the name that its service has. */
export function ownOperations({ operations }: ApiDescription, resource: string): readonly OwnOperation[] {
  const all = operations.flatMap((operation): OwnOperation[] => {
    const { role: own } = operation;
    const role = own.kind === "operation" ? own.finds?.role : own.kind === "singleton" ? undefined : own;
    return role === undefined ? [] : [{ operation, role }];
  });
  const byPath = all.toSorted((a, b) => a.operation.path.length - b.operation.path.length);
  const name = resourceName(
    byPath.map(({ role }) => role.resource.name),
    resource,
  );
  return all.filter(({ role }) => role.resource.name === name);
}

/**
 * The resource's full name. The prefix in `config/routes.js` may be part of it: `billing.orders` for `orders`. A
 * collection at the prefix itself has its name; without a prefix it is `root`.
 * @param names shortest paths first
 */
function resourceName(names: readonly string[], wanted: string): string {
  if (names.includes(wanted)) return wanted;
  if (wanted === "root") return names[0] ?? wanted;
  const prefixed = names.filter((name) => name.endsWith(`.${wanted}`));
  return prefixed.toSorted((a, b) => a.length - b.length)[0] ?? wanted;
}

/** True if reading a removed document is 404: that is documented, or the path ends in the document's name. As in the mock. */
export function staysRemoved({ responses, path }: Operation): boolean {
  return responses.some(({ status }) => status === "404") || path.endsWith("}");
}
