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

/** `POST /pets`, `PUT /pets/{id}`, `PATCH /pets/{id}` (or `POST /pets/{id}` where an API updates that way). */
export interface WriteRole<K extends "create" | "replace" | "update"> {
  readonly kind: K;
  readonly resource: Resource;
  /** Where the record stands in the request body: `[]` bare, `["data"]` in an envelope. */
  readonly body: RecordPlace;
  /** Where it stands in the success response; `undefined` when the response does not hold it. */
  readonly reply: RecordPlace | undefined;
  /** The request body is an array of records. */
  readonly many: boolean;
  /** Where several records stand in a body that takes either one or several: `{ order }` or `{ orders: [...] }`. Only for `create`. */
  readonly manyAt: RecordPlace | undefined;
  /** The path does not say which record to write; the id in the body does: `PUT /pets`. Never for `create`. */
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

/** Another list over a resource: `GET /pets/findByStatus`, `GET /api/v1/pods` beside `/namespaces/{ns}/pods`. */
export interface ViewRole {
  readonly kind: "view";
  readonly resource: Resource;
  readonly list: ListConvention;
  /** The restriction that each path parameter of the view sets, in the order of the path. */
  readonly scope: readonly ViewScope[];
  /** `POST /pets/search`: the list convention, with properties of the body as parameters. */
  readonly search?: ListConvention | undefined;
}

/** A path parameter of a view: it names a parent of the records, or the value of one of their properties. */
export interface ViewScope {
  readonly parameter: string;
  /** The parent's parameter as `Resource.parents` spells it. */
  readonly parent: string | undefined;
  /** Set when there is no such parent, or when the record repeats it. */
  readonly property: RecordPlace | undefined;
  /** The links between the record that the parameter names and those that are shown. */
  readonly through?: ViewLinks;
}

/**
 * `members`, `owners`: `links` is a resource with `members`; the parameter names an owner of links, whose members are shown, or a member,
 * whose owners are. `named`: `links` has the record of the parameter, which names those that are shown by their ids. `added`: those whose
 * ids actions added to the set of that key. `paired`: each record of `links` names the record of the parameter and one that is shown; `[]` where
 * it is below it.
 */
export type ViewLinks =
  | { readonly shows: "added"; readonly key: string }
  | { readonly links: Resource; readonly shows: "members" | "owners" }
  | { readonly links: Resource; readonly shows: "named"; readonly at: RecordPlace }
  | { readonly links: Resource; readonly shows: "paired"; readonly by: RecordPlace; readonly at: RecordPlace };

/** `POST /orders/{id}/cancel`: an operation on one record that must be there. */
export interface ActionRole {
  readonly kind: "action";
  readonly resource: Resource;
  /** Where the success response holds the record; `undefined` when it answers with something else, kept as state of its own. */
  readonly reply: RecordPlace | undefined;
  /** `POST /sections/{id}/addTask`: the set of ids that it changes, whose records `GET /sections/{id}/tasks` lists. */
  readonly set?: ChangedSet | undefined;
  /** `POST /customers/{id}/subscription/pause`: the document below the record that it changes. */
  readonly document?: SingletonRole | undefined;
}

/** Ids that an action puts into a set, takes out of it, or puts in the place of those before. */
export interface ChangedSet {
  readonly part: "add" | "remove" | "replace";
  /** True if a list shows what is in the set. */
  readonly isListed: boolean;
  /** The path of the record and what is linked, with the parameters of the action: the set is kept per value of its parameters. */
  readonly key: string;
  /** Where the request body holds the ids, or one of them, or the path parameter that is one. */
  readonly at: RecordPlace | { readonly parameter: string };
  /** The set of those that link a record, with `{}` for the id of that record. */
  readonly back?: string;
}

/** One document that is read and written at the same path: `GET` + `PUT /settings`, `GET` + `PATCH /users/{id}/profile`. */
export interface SingletonRole {
  readonly kind: "singleton";
  readonly part: "read" | "replace" | "update" | "delete";
  /** The path: the singleton's state is kept per path and per value of its parameters. */
  readonly key: string;
  /** The query parameters that say which document is read; writes have them in their query or body. */
  readonly named: readonly string[];
  /** The operations that read and write the document, this one among them. */
  readonly operations: readonly Operation[];
  readonly body: RecordPlace;
  readonly reply: RecordPlace | undefined;
}

/** Everything else: state of its own, per path and query. */
export interface OperationRole {
  readonly kind: "operation";
  /** `DELETE /pets`, or `POST /pets/delete` with ids: the resource, and how query and body select the records to delete. */
  readonly removes?: { readonly resource: Resource; readonly list: ListConvention };
  /** `DELETE /keys/{id}` beside `/users/{id}/keys` and `/teams/{id}/keys`: the resources one of which has the record. */
  readonly removesFrom?: readonly Resource[];
  /** `GET /pets/count`: the resource, how query or body filters it, and the place of the number in the answer. */
  readonly counts?: { readonly resource: Resource; readonly list: ListConvention; readonly at: RecordPlace };
  /** `GET /pets/{id}/exists`: the resource, the place of the boolean in the answer, and the properties by which the path names the record. */
  readonly exists?: { readonly resource: Resource; readonly at: RecordPlace; readonly by: readonly RecordKey[] };
  /** `PUT /pets` with a list: the resource that it writes. */
  readonly writes?: ManyWrites;
  /** `POST /pets/batch` with `{ create, update, delete }`: the resource that it writes. */
  readonly batch?: BatchWrites;
  /** `POST /orders/cancel` or `PUT /orders/labels` with ids: the resource, and the action on each selected record. */
  readonly acts?: ActsOnMany;
  /** `POST /contacts/merge`: the resource, and the properties of the body with the ids of the record that goes and of the one that stays. */
  readonly merges?: {
    readonly resource: Resource;
    readonly from: string;
    readonly into: string;
    /** Where the success response holds the record that stays. */
    readonly reply: RecordPlace | undefined;
  };
  /** `GET /folders/{id}/items` with files and folders: the lists that it joins. */
  readonly mixes?: readonly ViewRole[];
  /** `PUT /me/tracks?ids=a,b`: the set of ids that it reads or changes. */
  readonly set?: SavedSet;
  /** `PUT /lists/{id}/memberships/add` with ids: the list that it changes. */
  readonly members?: MemberSet;
  /** `PUT` and `DELETE /user/starred/{owner}/{repo}`: the list whose item it puts in or takes out. */
  readonly entries?: ListEntries;
  /**
   * The record that an operation finds: by another property than the id (`GET /users/by-email/{email}`), by its query
   * (`GET /users/lookup?email=`, the first match), or by its path (`GET /users/{id}/details`).
   */
  readonly finds?: FoundRecord;
}

/** A set of ids, and what an operation does to it. */
export interface SavedSet {
  readonly part: "add" | "remove" | "has" | "list";
  /** The path: the set is kept per path and per value of its parameters. */
  readonly key: string;
  /** The query parameter, or the property of the body, with the ids. */
  readonly parameter: string;
  /** Other query parameters: each value of them has a set of its own. */
  readonly apart: readonly string[];
  /** The operation that lists what is in the set, where its items are, and where an item has the id. */
  readonly list?:
    | { readonly operation: Operation; readonly itemsAt: RecordPlace; readonly idAt: RecordPlace }
    | undefined;
}

/** A list that operations change by ids alone, and what an operation does to it. */
export interface MemberSet {
  readonly part: "list" | "change" | "clear";
  /** The path of the list, which is kept per path and per value of its parameters. */
  readonly key: string;
  /** Where the items of the list are, where an item has the id, and the resource whose records they are. */
  readonly list: { readonly itemsAt: RecordPlace; readonly idAt: RecordPlace; readonly resource?: Resource };
  /** Where the body has the ids that come in. */
  readonly adds?: RecordPlace | undefined;
  /** Where it has those that go out. */
  readonly removes?: RecordPlace | undefined;
}

/** A list whose items requests put in and take out one by one, and what an operation does to it. */
export interface ListEntries {
  readonly part: "list" | "has" | "add" | "remove";
  /** The path of the list, which is kept per path and per value of its parameters. */
  readonly key: string;
  /** Where the items of the list are, and their schema. */
  readonly itemsAt: RecordPlace;
  readonly items: Schema;
  /** The path parameters, or the fields of body or query, that name an item, and where it has them; `[]` if it has no such property. */
  readonly by: readonly RecordKey[];
}

/** Records are made, changed and removed in one request. */
export interface BatchWrites {
  readonly resource: Resource;
  /** The property of the body that holds what is to be made, changed or removed. */
  readonly lists: Readonly<Record<"create" | "update" | "delete", string | undefined>>;
}

/** An action on each of the records that the body of a request selects. */
export interface ActsOnMany {
  readonly resource: Resource;
  /** How its body says which: by a list of ids, or by a filter. */
  readonly list: ListConvention;
  /** The query says which, and the body what changes: `PATCH /todos?id=eq.7`. */
  readonly isByQuery?: boolean;
  /** The verb of the path and what it is about: `cancel`, `delete labels`, `labels`. */
  readonly words: string;
  /** Where properties of the records stand in the request body. */
  readonly body: RecordPlace;
  /** Where the success response holds the records, or the one; `undefined` when it answers with something else. */
  readonly reply: RecordPlace | undefined;
}

/** One record is named by its properties. */
export interface FoundRecord {
  /** The effect on the record. */
  readonly role: ReadRole | WriteRole<"replace"> | WriteRole<"update"> | DeleteRole | ActionRole;
  /** In the order of the path; empty where the id names the record. */
  readonly by: readonly RecordKey[];
  /** The property of the body, or the query parameter, that holds the id where the path has none. */
  readonly sent?: string;
  /** How the query selects the record where the path says nothing of it. */
  readonly list?: ListConvention;
}

/** A path parameter and the property that it names. */
export interface RecordKey {
  readonly parameter: string;
  readonly property: RecordPlace;
  /** The property holds the id of such a record, and the path has its `name`. */
  readonly named?: Resource;
}

/** Many records of a collection are written at once. */
export interface ManyWrites {
  readonly resource: Resource;
  /** Where the list stands in the request body. */
  readonly body: RecordPlace;
  /** The schema of one of its items. */
  readonly items: Schema;
  /**
   * `replace`: the list becomes the collection. `upsert`: what is there is changed, what is not is made. `update`: an id that is not
   * there is an error. `merge`: it is left out, where no 404 is documented.
   */
  readonly mode: "replace" | "upsert" | "update" | "merge";
  /** The property that names a record where the item holds no id: `email`. */
  readonly naturalKey: string | undefined;
  /** Where the success response holds the records, or the one; `undefined` when it answers with something else. */
  readonly reply: RecordPlace | undefined;
}
