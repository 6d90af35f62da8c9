import type { Operation } from "../description/api-description.js";
import type { Resource } from "./resource.js";

/** Names of the parameters, in one operation's path, that say whose record and which record is meant. */
export interface RecordParameters {
  /** One for each of `Resource.parents`; `undefined` where the path does not name that parent. */
  readonly parents: readonly (string | undefined)[];
  /** `undefined` at a collection. */
  readonly id: string | undefined;
}

/**
 * Which path parameter of an operation is which. Their names differ between the paths of one resource (Stripe has
 * `/application_fees/{id}/refunds` and `/application_fees/{fee}/refunds/{id}`), so that position counts, except in views.
 */
export function recordParameters({ template, role }: Operation, resource: Resource): RecordParameters {
  if (role.kind === "view") {
    const parents = resource.parents.map(
      ({ parameter }) => role.scope.find(({ parent }) => parent === parameter)?.parameter,
    );
    return { parents, id: undefined };
  }
  const { parameters } = template;
  return { parents: resource.parents.map((_, index) => parameters[index]), id: parameters[resource.parents.length] };
}
