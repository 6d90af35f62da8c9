import type { Schema } from "../schema/schema.js";
import type { Operation, Parameter } from "./api-description.js";
import type { ListConvention } from "./list-convention.js";
import type { RecordPlace, Resource } from "./resource.js";

/** The effect of an operation, and the state that it reads or changes. */
export type Role =
  | ListRole
  | WriteRole<"create">
  | ReadRole
  | WriteRole<"replace">
  | WriteRole<"update">
  | DeleteRole
  | ViewRole
  | ActionRole
  | SingletonRole
  | OperationRole;

/** `GET /pets`. */
export interface ListRole {
  readonly kind: "list";
  readonly resource: Resource;
  readonly list: ListConvention;
  /** Conditions that links to other records set. */
  readonly linked: readonly LinkedFilter[];
}

/** A query parameter with the ids of records to which those that are listed are linked: `GET /users?group_id=`. */
export interface LinkedFilter {
  readonly parameter: Parameter;
  /** The path parameter that the links call it. */
  readonly named: string;
  readonly through: ViewLinks;
}

/** `POST /pets`, `PUT /pets/{id}`, `PATCH /pets/{id}` (or `POST /pets/{id}` in an API that updates with it). */
export interface WriteRole<K extends "create" | "replace" | "update"> {
  readonly kind: K;
  readonly resource: Resource;
  /** The place of the record in the request body: `[]` for the body itself, `["data"]` in an envelope. */
  readonly body: RecordPlace;
  /** The place of the record in the success response. `undefined` if the response does not contain it. */
  readonly reply: RecordPlace | undefined;
  /** The request body is an array of records. */
  readonly many: boolean;
  /**
   * The place of several records in a body that has either one or several: `{ order }` or `{ orders: [...] }`. Only for
   * `create`.
   */
  readonly manyAt: RecordPlace | undefined;
  /** True if the id of the record is only in the body, not in the path: `PUT /pets`. Never for `create`. */
  readonly hasIdInBody: boolean;
}

/** `GET /pets/{id}`. */
export interface ReadRole {
  readonly kind: "read";
  readonly resource: Resource;
  readonly reply: RecordPlace | undefined;
}

/** `DELETE /pets/{id}`. */
export interface DeleteRole {
  readonly kind: "delete";
  readonly resource: Resource;
  readonly reply: RecordPlace | undefined;
}

/**
 * Another list of a resource's records: `GET /pets/findByStatus`, or `GET /api/v1/pods` next to
 * `/namespaces/{ns}/pods`.
 */
export interface ViewRole {
  readonly kind: "view";
  readonly resource: Resource;
  readonly list: ListConvention;
  /** The restriction that each path parameter of the view sets, in the order of the path. */
  readonly scope: readonly ViewScope[];
  /** For `POST /pets/search`: the list convention with the body's properties as parameters. */
  readonly search?: ListConvention | undefined;
}

/** A path parameter of a view. It identifies a parent of the records, or is the value of one of their properties. */
export interface ViewScope {
  readonly parameter: string;
  /** The parent's parameter as `Resource.parents` spells it. */
  readonly parent: string | undefined;
  /** Set if there is no such parent, or if the record repeats its id. */
  readonly property: RecordPlace | undefined;
  /** The links between the parameter's record and the shown records. */
  readonly through?: ViewLinks;
}

/**
 * How a view finds its records. `members`, `owners`: `links` is a resource with `members`. The parameter identifies an
 * owner, and its members are shown, or a member, and its owners are shown. `named`: `links` contains the parameter's
 * record, which has the ids of the shown ones. `added`: the ids are in the set with that key, which actions change.
 * `paired`: each record of `links` refers to the parameter's record and to a shown one; `[]` if it is below one of them
 * in the path.
 */
export type ViewLinks =
  | { readonly shows: "added"; readonly key: string }
  | { readonly links: Resource; readonly shows: "members" | "owners" }
  | { readonly links: Resource; readonly shows: "named"; readonly at: RecordPlace }
  | { readonly links: Resource; readonly shows: "paired"; readonly by: RecordPlace; readonly at: RecordPlace };

/** `POST /orders/{id}/cancel`: an operation on one existing record. */
export interface ActionRole {
  readonly kind: "action";
  readonly resource: Resource;
  /**
   * The place of the record in the success response. `undefined` if the response is something else, which is stored as
   * a separate state.
   */
  readonly reply: RecordPlace | undefined;
  /**
   * For `POST /sections/{id}/addTask`: the set of ids that it changes. `GET /sections/{id}/tasks` lists its records.
   */
  readonly set?: ChangedSet | undefined;
  /** For `POST /customers/{id}/subscription/pause`: the document below the record that it changes. */
  readonly document?: SingletonRole | undefined;
}

/** A set of ids. An action adds ids, removes some, or replaces all. */
export interface ChangedSet {
  readonly part: "add" | "remove" | "replace";
  /** True if a list shows the content of the set. */
  readonly isListed: boolean;
  /**
   * The key of the set: the path of the record and the name of the links. There is one set for each value of the path
   * parameters.
   */
  readonly key: string;
  /** The place of the ids, or of a single one, in the request body; or the path parameter with the id. */
  readonly at: RecordPlace | { readonly parameter: string };
  /** The set of those that link a record, with `{}` for the id of that record. */
  readonly back?: string;
}

/** A document that is read and written at one path: `GET` + `PUT /settings`, `GET` + `PATCH /users/{id}/profile`. */
export interface SingletonRole {
  readonly kind: "singleton";
  readonly part: "read" | "replace" | "update" | "delete";
  /** The path. There is one state for each path and each value of its parameters. */
  readonly key: string;
  /** The query parameters that select the document. Writes have them in their query or body. */
  readonly named: readonly string[];
  /** The document is the first record of this collection, if it has one: `GET` + `PATCH /users/me`. */
  readonly first?: Resource | undefined;
  /** The operations that read and write the document, this one among them. */
  readonly operations: readonly Operation[];
  readonly body: RecordPlace;
  readonly reply: RecordPlace | undefined;
}

/** All other operations. They have a separate state for each path and query. */
export interface OperationRole {
  readonly kind: "operation";
  /**
   * `DELETE /pets`, or `POST /pets/delete` with ids: the resource, and how the query and body select the records to
   * delete.
   */
  readonly removes?: { readonly resource: Resource; readonly list: ListConvention };
  /**
   * `DELETE /keys/{id}` next to `/users/{id}/keys` and `/teams/{id}/keys`: the resources of which one has the record.
   */
  readonly removesFrom?: readonly Resource[];
  /** `GET /pets/count`: the resource, how the query or body filters it, and the place of the number in the answer. */
  readonly counts?: { readonly resource: Resource; readonly list: ListConvention; readonly at: RecordPlace };
  /**
   * `GET /pets/{id}/exists`: the resource, the place of the boolean in the answer, and the properties by which the path
   * identifies the record.
   */
  readonly exists?: { readonly resource: Resource; readonly at: RecordPlace; readonly by: readonly RecordKey[] };
  /** `PUT /pets` with a list: the resource that it writes. */
  readonly writes?: ManyWrites;
  /** `POST /pets/batch` with `{ create, update, delete }`: the resource that it writes. */
  readonly batch?: BatchWrites;
  /** `POST /orders/cancel` or `PUT /orders/labels` with ids: the resource, and the action on each selected record. */
  readonly acts?: ActsOnMany;
  /**
   * `POST /contacts/merge`: the resource, and the body's properties with the ids of the removed record and the one that
   * stays.
   */
  readonly merges?: {
    readonly resource: Resource;
    readonly from: string;
    readonly into: string;
    /** The place of the remaining record in the success response. */
    readonly reply: RecordPlace | undefined;
  };
  /** `GET /folders/{id}/items` with files and folders: the lists that it combines. */
  readonly mixes?: readonly ViewRole[];
  /** `PUT /me/tracks?ids=a,b`: the set of ids that it reads or changes. */
  readonly set?: SavedSet;
  /** `PUT /lists/{id}/memberships/add` with ids: the list that it changes. */
  readonly members?: MemberSet;
  /** `PUT` and `DELETE /user/starred/{owner}/{repo}`: the list that it adds an item to or removes one from. */
  readonly entries?: ListEntries;
  /**
   * An operation that finds a record by a property other than the id (`GET /users/by-email/{email}`), by its query
   * (`GET /users/lookup?email=`, the first match), or by its path (`GET /users/{id}/details`).
   */
  readonly finds?: FoundRecord;
}

/** A set of ids, and what the operation does with it. */
export interface SavedSet {
  readonly part: "add" | "remove" | "has" | "list";
  /** The path. There is one set for each path and each value of its parameters. */
  readonly key: string;
  /** The query parameter, or the property of the body, with the ids. */
  readonly parameter: string;
  /** Other query parameters. Each combination of their values has a separate set. */
  readonly apart: readonly string[];
  /** The operation that lists the set, the place of its items, and the place of the id in an item. */
  readonly list?:
    | { readonly operation: Operation; readonly itemsAt: RecordPlace; readonly idAt: RecordPlace }
    | undefined;
}

/** A list of records that operations change by id, and what this operation does with it. */
export interface MemberSet {
  readonly part: "list" | "change" | "replace" | "clear";
  /** The path of the list. There is one list for each path and each value of its parameters. */
  readonly key: string;
  /** The place of the items, the place of the id in an item, and the resource of the listed records. */
  readonly list: { readonly itemsAt: RecordPlace; readonly idAt: RecordPlace; readonly resource?: Resource };
  /** The place in the body of the ids to add. */
  readonly adds?: RecordPlace | undefined;
  /** The place in the body of the ids to remove. */
  readonly removes?: RecordPlace | undefined;
}

/** A list with items that requests add and remove one by one, and what this operation does with it. */
export interface ListEntries {
  readonly part: "list" | "has" | "add" | "remove";
  /** The path of the list. There is one list for each path and each value of its parameters. */
  readonly key: string;
  /** The place of the items in the list's answer, and their schema. */
  readonly itemsAt: RecordPlace;
  readonly items: Schema;
  /**
   * The path parameters, or the fields in the body or query, that identify an item, and the place of each in the item;
   * `[]` if the item has no such property.
   */
  readonly by: readonly RecordKey[];
}

/** Writes that create, change and remove records in one request. */
export interface BatchWrites {
  readonly resource: Resource;
  /** The properties of the body with the records to create, to update and to delete. */
  readonly lists: Readonly<Record<"create" | "update" | "delete", string | undefined>>;
}

/** An action on each record that the request selects. */
export interface ActsOnMany {
  readonly resource: Resource;
  /** How the request selects records: with a list of ids or a filter. */
  readonly list: ListConvention;
  /** True if the query selects the records and the body contains the changes: `PATCH /todos?id=eq.7`. */
  readonly isByQuery?: boolean;
  /** The verb in the path and its object: `cancel`, `delete labels`, `labels`. */
  readonly words: string;
  /** The place of the records' properties in the request body. */
  readonly body: RecordPlace;
  /**
   * The place of the records, or of the single one, in the success response. `undefined` if the response is something
   * else.
   */
  readonly reply: RecordPlace | undefined;
}

/** A record that is identified by its properties. */
export interface FoundRecord {
  /** The effect on the record. */
  readonly role: ReadRole | WriteRole<"replace"> | WriteRole<"update"> | DeleteRole | ActionRole;
  /** In the order of the path. Empty if the id identifies the record. */
  readonly by: readonly RecordKey[];
  /** The property in the body, or the query parameter, with the id, if the path has none. */
  readonly sent?: string;
  /** How the query selects the record, if the path does not. */
  readonly list?: ListConvention;
  /** The first record is meant: `GET /users/me`. */
  readonly isFirst?: true;
}

/** A path parameter and the property that it contains. */
export interface RecordKey {
  readonly parameter: string;
  readonly property: RecordPlace;
  /** Set if the property contains the id of a record in this resource, and the path contains that record's `name`. */
  readonly named?: Resource;
}

/** Many records of a collection are written at once. */
export interface ManyWrites {
  readonly resource: Resource;
  /** The place of the list in the request body. */
  readonly body: RecordPlace;
  /** The schema of one item. */
  readonly items: Schema;
  /**
   * `replace`: the list becomes the collection. `upsert`: existing records are changed, others are created. `update`:
   * an id that does not exist is an error. `merge`: such an id is skipped, because no 404 is documented.
   */
  readonly mode: "replace" | "upsert" | "update" | "merge";
  /** The property that identifies a record if the item has no id: `email`. */
  readonly naturalKey: string | undefined;
  /**
   * The place of the records, or of the single one, in the success response. `undefined` if the response is something
   * else.
   */
  readonly reply: RecordPlace | undefined;
}
