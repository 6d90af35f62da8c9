import type { Schema } from "../schema/schema.js";
import type { Operation } from "./api-description.js";
import type { ListConvention } from "./list-convention.js";

/** Property names from the outside in; `[]` is the value itself. */
export type RecordPlace = readonly string[];

/** A collection path and, as a rule, the item path that adds one parameter: `/pets` and `/pets/{petId}`. */
export interface Resource {
  /** Unique, stable and usable as a file name: `pets`, `authors.books`. Made of the collection path's literal segments. */
  readonly name: string;
  /**
   * Which state it shares. Its collection path, or that of a resource with fewer parents whose last segment, id and record
   * schema are the same (`/users` and `/admin/users` with one `User`). A parent that the other does not have restricts
   * by its `property`: `/customers/{customer}/subscriptions` shows those of `/subscriptions` with that `customer`.
   */
  readonly stateKey: string;
  /** No operation need stand there: `/apps` of `/apps/{id}` and `/accounts/{account_id}/apps`. */
  readonly collectionPath: string;
  /** `undefined` for a collection without an item path. */
  readonly itemPath: string | undefined;
  /** The path parameters before the id, outermost first; a record belongs to one value of each. */
  readonly parents: readonly Parent[];
  readonly id: ResourceId;
  /** The record as the API shows it most fully: what reading answers, else a list's item, else what creating answers or takes. */
  readonly schema: Schema;
  readonly list: ListConvention | undefined;
  /** Set where the records are those of another resource, linked to the last parent: the users of `/groups/{id}/members/{userId}`. */
  readonly members?: Members;
  readonly roles: Readonly<Partial<Record<ResourceRole, Operation>>>;
}

/** Records that are linked to others. */
export interface Members {
  /** The resource that has them. */
  readonly resource: Resource;
  /** Where their ids, or objects with their ids, stand in the body of `create`; `undefined`: paths name them. */
  readonly ids: RecordPlace | undefined;
}

export type ResourceRole = "list" | "create" | "read" | "replace" | "update" | "delete";

export interface Parent {
  /**
   * The path parameter's name in the collection path: `authorId`. Where the item path spells it differently, parameters
   * correspond by their position.
   */
  readonly parameter: string;
  /** The resource whose id it is, when the description has one. */
  readonly resource: Resource | undefined;
  /** A property of the record that repeats the parameter (`author_id`): filled in when a record is made below that parent. */
  readonly property: RecordPlace | undefined;
  /** Where that property may be the id of several kinds: the one beside it that says which, and its value for this parent. */
  readonly kind?: { readonly property: RecordPlace; readonly value: unknown } | undefined;
}

export interface ResourceId {
  /** The item path's parameter; `undefined` without an item path. */
  readonly parameter: string | undefined;
  /** Its other names: `number` where `/versions/{number}` stands beside `/versions/{id}`. */
  readonly otherParameters: readonly string[];
  /**
   * Where in the record the id stands (`["id"]`, `["metadata", "name"]`); `undefined` when the record does not hold it. Some
   * APIs show it in the list only: then the record schema does not declare it and the list's items do.
   */
  readonly property: RecordPlace | undefined;
  /** The schema of an id: the property's, else that of the id in the answer to a create, else the parameter's. */
  readonly schema: Schema;
  /** The path parameter's schema, which the id in a path must satisfy as well. */
  readonly parameterSchema: Schema | undefined;
}
