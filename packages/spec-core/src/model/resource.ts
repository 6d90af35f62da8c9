import type { Schema } from "../schema/schema.js";
import type { Operation } from "./api-description.js";
import type { ListConvention } from "./list-convention.js";

/** Property names, outermost first. `[]` is the value itself. */
export type RecordPlace = readonly string[];

/** A collection path, usually with the item path that adds one parameter: `/pets` and `/pets/{petId}`. */
export interface Resource {
  /**
   * Unique, stable and usable as a file name: `pets`, `authors.books`. Consists of the collection path's literal
   * segments.
   */
  readonly name: string;
  /**
   * The key of the state. Resources with the same key share their records. Usually it is the collection path. Two
   * resources share a state if their last segment, id and record schema are the same (`/users` and `/admin/users` with
   * one `User`); the key is then the path with fewer parents. A parent that only the other path has filters by its
   * `property`: `/customers/{customer}/subscriptions` shows the records of `/subscriptions` with that `customer`.
   */
  readonly stateKey: string;
  /** The path may have no operation: `/apps` for `/apps/{id}` and `/accounts/{account_id}/apps`. */
  readonly collectionPath: string;
  /** `undefined` for a collection without an item path. */
  readonly itemPath: string | undefined;
  /** The path parameters before the id, outermost first. A record belongs to one value of each. */
  readonly parents: readonly Parent[];
  readonly id: ResourceId;
  /**
   * The most complete schema of the record: the one that a read answers, or else a list's item, or else what a create
   * answers or accepts.
   */
  readonly schema: Schema;
  readonly list: ListConvention | undefined;
  /**
   * Set if the records are links between the last parent and records of another resource: the users at
   * `/groups/{id}/members/{userId}`.
   */
  readonly members?: Members;
  readonly roles: Readonly<Partial<Record<ResourceRole, Operation>>>;
}

/** Records that are linked to others. */
export interface Members {
  /** The resource that has them. */
  readonly resource: Resource;
  /** The place of the ids, or of objects with the ids, in the body of `create`. `undefined`: paths contain them. */
  readonly ids: RecordPlace | undefined;
  /** True if `create` makes a record of that resource and links it. */
  readonly isMade?: boolean;
}

export type ResourceRole = "list" | "create" | "read" | "replace" | "update" | "delete";

export interface Parent {
  /**
   * The parameter's name in the collection path: `authorId`. If the item path has another name, parameters correspond
   * by position.
   */
  readonly parameter: string;
  /** The resource that the id belongs to, if the description has it. */
  readonly resource: Resource | undefined;
  /**
   * A property of the record that repeats the parameter (`author_id`). It is set when a record is created below that
   * parent.
   */
  readonly property: RecordPlace | undefined;
  /**
   * Set if the property may be an id of several resources: the property that says which one, and its value for this
   * parent.
   */
  readonly kind?: { readonly property: RecordPlace; readonly value: unknown } | undefined;
}

export interface ResourceId {
  /** The item path's parameter. `undefined` without an item path. */
  readonly parameter: string | undefined;
  /** Other names of the parameter: `number` if there are `/versions/{number}` and `/versions/{id}`. */
  readonly otherParameters: readonly string[];
  /**
   * The place of the id in the record (`["id"]`, `["metadata", "name"]`). `undefined` if the record does not contain
   * it. In some APIs only the list shows it; then only the list's items declare it, not the record schema.
   */
  readonly property: RecordPlace | undefined;
  /** The schema of the id: the property's, or else the one in the answer to a create, or else the parameter's. */
  readonly schema: Schema;
  /** The path parameter's schema. An id in a path must match it too. */
  readonly parameterSchema: Schema | undefined;
}
