import type { JsonSchema, Operation } from "@onespec/spec-core";
import type { AddressOptions } from "../../contract/addresses.js";
import type { ContractOptions } from "../../contract/contract-options.js";
import type { DocumentOptions } from "../../contract/document-options.js";
import type { Row } from "../../database/repository.js";
import type { Entity } from "../../entity/entity.js";

/** What an application needs to answer a description: plain data, from which files are emitted. */
export interface ContractPlan {
  readonly entities: readonly Entity[];
  readonly services: readonly ServicePlan[];
  readonly documents: readonly DocumentPlan[];
  readonly actions: readonly ActionPlan[];
  /** `api/schemas/<name>.json`. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** First records of each model, by its name. */
  readonly seeds: Readonly<Record<string, readonly Row[]>>;
  /** What was decided and a person may want to know, a sentence each. */
  readonly notes: readonly string[];
}

export interface ServicePlan {
  /** File name and key among the services: `books`. */
  readonly name: string;
  readonly title: string;
  readonly options: ContractOptions;
}

/** One document at a path of its own, for each value of the path's parameters. */
export interface DocumentPlan {
  /** File name and key among the services: `userProfile`. */
  readonly name: string;
  /** The path. */
  readonly title: string;
  readonly options: DocumentOptions;
  readonly entity: Entity;
}

export interface ActionPlan {
  readonly group: string;
  readonly action: string;
  readonly operation: Operation;
  readonly work: ActionWork;
  readonly inputs: ActionSchemas["inputs"];
  readonly outputs: ActionSchemas["outputs"];
}

/** The parts of an action that hold schemas, with references rewritten to `#/components/schemas/<name>`. */
export interface ActionSchemas {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** What a handler does. */
export type ActionWork =
  | {
      readonly kind: "list";
      readonly service: string;
      /** What the answer is built of: `undefined` for a bare array. */
      readonly envelope: ListEnvelope | undefined;
      /** Where each item holds the record. */
      readonly item: readonly string[];
      /** The only properties an item may hold; all where it is absent. */
      readonly only?: readonly string[];
      /** A filter has a default, which must not filter by itself. */
      readonly hasDefaultFilter: boolean;
    }
  | {
      readonly kind: "create" | "read" | "update" | "replace" | "delete";
      readonly service: string;
      /** Where the request body holds the record. */
      readonly body: readonly string[];
      /** The status sent. */
      readonly status: number;
      /** Where the answer holds the record; `undefined` when it does not. */
      readonly reply: readonly string[] | undefined;
      /** The rest of the answer; `undefined` for an empty body. */
      readonly around: unknown;
      /** The only properties the answer may hold of the record; all where it is absent. */
      readonly only?: readonly string[];
      /** Members of the rest that the record has too. */
      readonly copied?: readonly string[];
      /** The schema that the answer shows the record as, where it contradicts the records' own. */
      readonly shownAs?: string;
      /** The member of the rest that holds the record's id. */
      readonly idAt?: { readonly name: string; readonly isNumber: boolean };
      /** The status is not the one that answers have unless they say so: the first 2xx that is documented. */
      readonly isTold?: boolean;
      /** How the address of the new record is told, when the description promises `Location`. */
      readonly location?: AddressOptions | undefined;
      /** Replacing creates what is not there, with this status. */
      readonly createdStatus?: number;
      /** Name of the schema of what replaces: what it does not declare stays. */
      readonly replaced?: string;
    }
  | {
      /** Several records in one request. */
      readonly kind: "createMany";
      readonly service: string;
      /** Where the request body holds them. */
      readonly body: readonly string[];
      readonly status: number;
      /** Where the answer holds them, or the first of them; `undefined` when it holds none. */
      readonly reply: readonly string[] | undefined;
      readonly shows: "all" | "first";
      /** The rest of the answer; `undefined` for an empty body. */
      readonly around: unknown;
      readonly only?: readonly string[];
      readonly isTold?: boolean;
    }
  | {
      /** Not a resource's own operation: a stub that says so, with what it may answer. */
      readonly kind: "stub";
    };

export interface ListEnvelope {
  /** The rest of the answer. */
  readonly around: unknown;
  readonly itemsAt: readonly string[];
  /** Facts of the page by where they stand in the answer. */
  readonly facts: readonly {
    readonly fact: PageFact;
    readonly at: readonly string[];
    readonly asText: boolean;
    readonly empty: "absent" | "null" | "text";
  }[];
}

export type PageFact =
  | "total"
  | "count"
  | "hasMore"
  | "page"
  | "limit"
  | "offset"
  | "pages"
  | "next"
  | "previous"
  | "nextUrl"
  | "previousUrl";
