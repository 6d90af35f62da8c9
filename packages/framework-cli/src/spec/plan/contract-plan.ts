import type { LinkHolder } from "@onespec/http-contract";
import type { JsonSchema, Operation, Resource, SecurityScheme } from "@onespec/spec-core";
import type { Row } from "../../database/repository.js";
import type { Entity, JsonValue } from "../../entity/entity.js";
import type { AddressOptions, PageHeaders } from "../../services/addresses.js";
import type { ContractOptions, DocumentOptions } from "../../services/contract-options.js";
import type { PropertyKind } from "./property-kind.js";
import type { RecordSchemas } from "./record-schemas.js";

/** The parts of an application that serves a description. Plain data; files are generated from it. */
export interface ContractPlan {
  readonly entities: readonly Entity[];
  /** Texts that no answer may contain, such as passwords. */
  readonly secrets: readonly { readonly model: string; readonly field: string }[];
  readonly services: readonly ServicePlan[];
  readonly documents: readonly DocumentPlan[];
  /** The storage for answers of operations that are not written yet. `undefined` if there are none. */
  readonly states: StatesPlan | undefined;
  readonly actions: readonly ActionPlan[];
  /** `api/schemas/<name>.json`. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** First records of each model, by its name. */
  readonly seeds: Readonly<Record<string, readonly Row[]>>;
  /** The security schemes that actions require. */
  readonly policies: readonly PolicyPlan[];
  /** Decisions that the user may want to know, one sentence each. */
  readonly notes: readonly string[];
  /** Promises of the description that the generated code does not keep. */
  readonly unkept: readonly UnkeptPromise[];
}

/** `conflict`: a documented 409 without a unique property. `parameter`: no code reads it. */
export type UnkeptPromise =
  | { readonly kind: "conflict"; readonly operation: string; readonly model: string }
  | { readonly kind: "parameter" | "file"; readonly operation: string; readonly name: string };

export interface PolicyPlan {
  /** File name: `bearer-auth`. */
  readonly name: string;
  /** The name in the description: `bearerAuth`. */
  readonly schemeName: string;
  readonly scheme: SecurityScheme;
}

export interface ServicePlan {
  /** File name and key among the services: `books`. */
  readonly name: string;
  readonly title: string;
  readonly options: ContractOptions;
}

/** A document with its own path. There is one for each value of the path's parameters. */
export interface DocumentPlan {
  /** File name and key among the services: `userProfile`. */
  readonly name: string;
  /** The path. */
  readonly title: string;
  readonly options: DocumentOptions;
  readonly entity: Entity;
}

export interface StatesPlan {
  /** File name and key among the services. */
  readonly name: string;
  /** `undefined` if all of them answer with a record. */
  readonly entity: Entity | undefined;
}

export interface ActionPlan {
  readonly group: string;
  readonly action: string;
  readonly operation: Operation;
  readonly work: ActionWork;
  readonly inputs: ActionSchemas["inputs"];
  readonly outputs: ActionSchemas["outputs"];
}

/** The parts of an action with schemas. References are rewritten to `#/components/schemas/<name>`. */
export interface ActionSchemas {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** The work of a handler on the records of a service. */
interface RecordsWork {
  readonly service: string;
  /** The path's parameters by the service's names, if these differ. */
  readonly params?: Readonly<Record<string, string>>;
  /** The only properties of the record that the answer may contain. Absent: all. */
  readonly only?: readonly string[];
}

/** A handler that takes a body and answers a record. */
interface WriteWork extends RecordsWork {
  /** The place of the record, or of the records, in the request body. */
  readonly body: readonly string[];
  /** The status sent. */
  readonly status: number;
  /** The place of the record, or of the records, in the answer. `undefined` if the answer has none. */
  readonly reply: readonly string[] | undefined;
  /** The rest of the answer; `undefined` for an empty body. */
  readonly siblings: unknown;
  /** True if the handler must set the status, because it is not the first documented 2xx. */
  readonly isTold?: boolean;
}

export interface ListWork extends RecordsWork {
  readonly kind: "list";
  /** Its name among the views of the service; the resource's own list without it. */
  readonly view?: string;
  /** The envelope of the answer; `undefined` for a bare array. */
  readonly envelope: ListEnvelope | undefined;
  /** The status, and the headers that describe the page. `undefined` if the description has no such headers. */
  readonly told?: { readonly status: number; readonly headers: PageHeaders };
  /** The place of the record in each item. */
  readonly item: readonly string[];
  /** True if the path identifies one record, which must exist. */
  readonly isOfRecord?: boolean;
  /** Set if the items are ids of records instead of records. */
  readonly ids?: { readonly areNumbers: boolean };
  /** For a search: properties of the body, and of the objects with these names, are parameters. */
  readonly asksByBody?: readonly string[];
  /**
   * True if defaults do not count. Otherwise a filter's default would filter, and the default of one page size could
   * hide another one.
   */
  readonly asksAsSent: boolean;
}

/** Counts the records of a view. */
export interface CountWork extends RecordsWork {
  readonly kind: "count";
  readonly view: string;
  /** The place of the number in the answer. */
  readonly at: readonly string[];
  /** The rest of the answer. */
  readonly siblings: unknown;
  /** As for lists. */
  readonly asksAsSent: boolean;
}

export interface RecordWork extends WriteWork {
  readonly kind: "create" | "read" | "update" | "replace" | "delete";
  /** The field of the id, if the body contains only the id: `{ "tag_id": "7" }`. */
  readonly sentId?: string;
  /** Members of the rest that the record has too. */
  readonly copied?: readonly string[];
  /** The schema for the record in the answer, if it contradicts the other schemas of the record. */
  readonly shownAs?: string;
  /** The member, outside the record, with the record's id. */
  readonly idAt?: { readonly name: string; readonly isNumber: boolean };
  /** The address of the new record, if the description promises `Location`. */
  readonly location?: AddressOptions | undefined;
  /** The status if a replacement creates the record. Absent: it creates none. */
  readonly createdStatus?: number;
  /** Name of the schema of the replacement's body. Members that it does not declare stay. */
  readonly replaced?: string;
  /** The place of the id in the body, for a parameter that the path does not have. */
  readonly idIn?: { readonly parameter: string; readonly place: readonly string[] };
  /** True for a `PATCH` that also accepts JSON Merge Patch and JSON Patch. */
  readonly takesPatches?: boolean;
}

/** Several records in one request. */
export interface ManyWork extends WriteWork {
  readonly kind: "createMany";
  /** The records in the answer. */
  readonly shows: "all" | "first";
}

/** An operation that does not belong to a resource. It answers from a separate state until somebody writes it. */
export interface StubWork {
  readonly kind: "stub";
  /** The service of the record that must be there. */
  readonly owner?: string;
  /** The service whose first record it answers, if there is one. */
  readonly first?: string;
  /**
   * The place of the record in the answer, the rest of the answer, and the only properties of the record that it may
   * contain.
   */
  readonly record?: Pick<WriteWork, "siblings" | "only"> & { readonly reply: readonly string[] };
}

/** The work of a handler. */
export type ActionWork = ListWork | CountWork | RecordWork | ManyWork | StubWork;

export interface ListEnvelope {
  /** The rest of the answer. */
  readonly siblings: unknown;
  readonly itemsAt: readonly string[];
  /** True to leave out an empty list. */
  readonly omitsEmpty?: boolean;
  /** Facts of the page by their place in the answer. */
  readonly facts: readonly {
    readonly fact: PageFact;
    readonly at: readonly string[];
    readonly asText: boolean;
    readonly empty: "absent" | "null" | "text";
    /** The object around a link, which is left out together with the link. */
    readonly holder?: LinkHolder;
  }[];
}

export type PageFact =
  | "total"
  | "count"
  | "hasMore"
  | "isLast"
  | "isFirst"
  | "isEmpty"
  | "page"
  | "limit"
  | "offset"
  /** The offset, counted from 1. */
  | "start"
  | "pages"
  | "next"
  | "previous"
  | "nextUrl"
  | "previousUrl";

/** A model, and where the parts of its records are stored. */
export interface ModelPlan {
  readonly entity: Entity;
  readonly resource: Resource;
  /** The resource with the path of a record, if there is one. */
  readonly located: Resource | undefined;
  readonly records: RecordSchemas;
  /** Properties that have a field with the same name. */
  readonly properties: ReadonlyMap<string, PlannedProperty>;
  /** The field an item path names, and whether it alone is the key. */
  readonly id: { readonly field: string; readonly isKey: boolean; readonly isChosen: boolean };
  /** The field of each parent, by path parameter. */
  readonly parents: ReadonlyMap<string, string>;
  /** The field of the record that a record was made below, by the resource that made it. */
  readonly makers: ReadonlyMap<Resource, string>;
  /** True if the API can create its records. */
  readonly isMade: boolean;
  /** The JSON field for properties without a field. */
  readonly rest: string | undefined;
}

export interface PlannedProperty {
  readonly kind: PropertyKind;
  /** True if answers may contain null. The answer with the most properties decides. */
  readonly showsNull: boolean;
  /** True if answers to a read require it. */
  readonly required: boolean;
  /** No request may set it. */
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** True for a password by its schema: `format: password`, or `writeOnly` without a format. */
  readonly isSecret: boolean;
  /** The schema's default. */
  readonly default?: JsonValue;
  /** `x-renamed-from` of the property. */
  readonly renamedFrom?: string;
  /** Further names of the property in requests. */
  readonly sentAs?: readonly string[];
}
