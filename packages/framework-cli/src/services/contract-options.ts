import type { ListFilter, ListOrder, Paging } from "@onespec/http-contract";
import type { JsonSchema } from "@onespec/spec-core";
import { didYouMean } from "../text/phrases.js";

/**
 * How a resource of a description is stored in a model. `spec:import` writes these options into a service, where people
 * can change them.
 */
export interface ContractOptions {
  readonly model: string;
  /** The name of the records in messages. Default: the table's name. */
  readonly resource?: string;
  readonly id: ContractId;
  /** The path parameters before the id, outermost first. */
  readonly parents?: readonly ContractParent[];
  /** Fields that answers may contain as null. Other fields without a value are left out of answers. */
  readonly nullable?: readonly string[];
  /** Fields that only the server sets. Clients' values for them are ignored. */
  readonly readOnly?: readonly string[];
  /** For members with another name in requests, the field: `{ FriendlyName: "friendly_name" }`. */
  readonly names?: Readonly<Record<string, string>>;
  /**
   * Names of the schemas of answers with the record. When a record is created, required values that nobody sent are
   * generated, until the service sets them.
   */
  readonly shapes?: readonly string[];
  /** The JSON field for properties without a field. */
  readonly rest?: string;
  readonly list?: ContractList;
  /** Other lists of the same records, such as `/pets/findByStatus`. */
  readonly views?: Readonly<Record<string, ContractView>>;
}

/** Another list of a resource's records. */
export interface ContractView {
  /** The field that each path parameter restricts, or a place inside one: `["projects", "id"]`. */
  readonly scope?: Readonly<Record<string, string | readonly string[]>>;
  readonly list?: ContractList;
}

export interface ContractId {
  /** The path parameter with the record's id. Absent for a collection without item paths. */
  readonly parameter?: string;
  readonly field: string;
  /** The place of the id in the record, if it is nested: `["metadata", "name"]`. */
  readonly place?: readonly string[];
  /** The schema of new ids, if the record's schema has none. */
  readonly schema?: JsonSchema;
  /** Other fields that a path may name a record by. */
  readonly also?: readonly string[];
  /**
   * The property of new records that is the id and has the name of the path parameter: `address` for
   * `/addresses/{address}`.
   */
  readonly sentAs?: string;
  /** Other path parameters that name a record together, with their fields: `{ email: "email" }` of `/users/by-email/{email}`. */
  readonly by?: readonly Readonly<Record<string, string>>[];
}

export interface ContractParent {
  readonly parameter: string;
  readonly field: string;
  /** The parent's model, and the field with its id. An absent parent answers 404. Without it, any value is accepted. */
  readonly model?: string;
  readonly modelField?: string;
  /** Other fields of the parent that a path may name it by. */
  readonly also?: readonly string[];
  /** The name of the parent's records in messages. Default: the name of their table. */
  readonly resource?: string;
  /** The place where the record repeats the parent's id, if that is not a field. */
  readonly place?: readonly string[];
}

/** The query parameters of the list, by name. */
export interface ContractList extends Paging {
  readonly sort?: ListOrder;
  readonly fields?: string;
  readonly search?: string;
  readonly filters?: readonly ListFilter[];
  /** Parameters with a filter language of their own, which the actions describe: `filter=name eq 'a'`. */
  readonly selectors?: readonly string[];
}

/**
 * How a single document of a description is stored in a model. `spec:import` writes these options into a service, where
 * people can change them.
 */
export interface DocumentOptions {
  readonly model: string;
  /** The path parameters. Each combination of values has its own document. */
  readonly parameters?: readonly string[];
  /** Records that must be there for their document to be. */
  readonly parents?: readonly ContractParent[];
  /**
   * Name of its schema in `api/schemas`. Required values that nobody sent are generated until the service sets them.
   */
  readonly shape?: string;
  /** A service of records, the first of which is the document: `users` for `/users/me`, until code finds the client's own. */
  readonly recordOf?: string;
  /** The document before anybody has written it. Missing required values are generated. */
  readonly first?: unknown;
  /** Members that only the server sets. A replacement does not change them. */
  readonly readOnly?: readonly string[];
  /**
   * Name of the schema in `api/schemas` of a replacement's body. Properties that it does not declare stay. Absent:
   * everything is replaced.
   */
  readonly replaced?: string;
  /** True: a removed document answers 404. False: it is as if nobody had ever written it. */
  readonly staysRemoved?: boolean;
  /** True: an update of a removed document begins a new one, because nothing replaces it. */
  readonly restores?: boolean;
}

/** Every allowed name of an options object. The compiler checks that none is missing. */
type NamesOf<T> = Readonly<Record<keyof T, true>>;

const PARENT: NamesOf<ContractParent> = {
  parameter: true,
  field: true,
  model: true,
  modelField: true,
  also: true,
  resource: true,
  place: true,
};
const CONTRACT: NamesOf<ContractOptions> = {
  model: true,
  resource: true,
  id: true,
  parents: true,
  nullable: true,
  readOnly: true,
  names: true,
  shapes: true,
  rest: true,
  list: true,
  views: true,
};
const DOCUMENT: NamesOf<DocumentOptions> = {
  model: true,
  parameters: true,
  parents: true,
  shape: true,
  recordOf: true,
  first: true,
  readOnly: true,
  replaced: true,
  staysRemoved: true,
  restores: true,
};
const ID: NamesOf<ContractId> = {
  parameter: true,
  field: true,
  place: true,
  schema: true,
  also: true,
  sentAs: true,
  by: true,
};
const VIEW: NamesOf<ContractView> = { scope: true, list: true };
const LIST: NamesOf<ContractList> = {
  limit: true,
  offset: true,
  firstOffset: true,
  page: true,
  cursor: true,
  sort: true,
  fields: true,
  search: true,
  filters: true,
  selectors: true,
};
const LIMIT: NamesOf<NonNullable<ContractList["limit"]>> = {
  parameter: true,
  also: true,
  usual: true,
  most: true,
  isZeroUsual: true,
};
const PAGE: NamesOf<NonNullable<ContractList["page"]>> = { parameter: true, first: true };
const CURSOR: NamesOf<NonNullable<ContractList["cursor"]>> = { after: true, before: true, kind: true, start: true };
const SORT: NamesOf<ListOrder> = { parameter: true, direction: true, values: true };
const FILTER: NamesOf<ListFilter> = {
  parameter: true,
  at: true,
  property: true,
  operator: true,
  prefix: true,
  all: true,
};

/** @throws TypeError for a name that no option has: a misspelt `filters` would list every record */
export function checkContractOptions(options: ContractOptions): void {
  const refuseUnknown = refusalOf(options.model);
  refuseUnknown("", options, CONTRACT);
  refuseUnknown("id.", options.id, ID);
  for (const [at, parent] of (options.parents ?? []).entries()) refuseUnknown(`parents[${at}].`, parent, PARENT);
  checkList(refuseUnknown, "list.", options.list);
  for (const [name, view] of Object.entries(options.views ?? {})) {
    refuseUnknown(`views.${name}.`, view, VIEW);
    checkList(refuseUnknown, `views.${name}.list.`, view.list);
  }
}

/** @throws TypeError as `checkContractOptions` */
export function checkDocumentOptions(options: DocumentOptions): void {
  const refuseUnknown = refusalOf(options.model);
  refuseUnknown("", options, DOCUMENT);
  for (const [at, parent] of (options.parents ?? []).entries()) refuseUnknown(`parents[${at}].`, parent, PARENT);
}

type Refusal = (place: string, given: object | undefined, known: object) => void;

function checkList(refuseUnknown: Refusal, place: string, list: ContractList | undefined): void {
  refuseUnknown(place, list, LIST);
  refuseUnknown(`${place}limit.`, list?.limit, LIMIT);
  refuseUnknown(`${place}page.`, list?.page, PAGE);
  refuseUnknown(`${place}cursor.`, list?.cursor, CURSOR);
  refuseUnknown(`${place}sort.`, list?.sort, SORT);
  for (const [at, filter] of (list?.filters ?? []).entries()) refuseUnknown(`${place}filters[${at}].`, filter, FILTER);
}

function refusalOf(model: string): Refusal {
  return (place, given = {}, known) => {
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
    if (unknown === undefined) return;
    const names = Object.keys(known);
    const next = didYouMean(unknown, names) || `; there are ${names.join(", ")}`;
    throw new TypeError(`The service of ${model} has no option ${place}${unknown}${next}`);
  };
}

/** The query parameters that the list reads. */
export function parametersOf(list: ContractList): ReadonlySet<string> {
  const { limit, offset, page, cursor, sort, fields, search, filters = [], selectors = [] } = list;
  const paging = [limit?.parameter, ...(limit?.also ?? []), offset, page?.parameter, cursor?.after, cursor?.before];
  const others = [
    sort?.parameter,
    sort?.direction,
    fields,
    search,
    ...filters.map(({ parameter }) => parameter),
    ...selectors,
  ];
  return new Set([...paging, ...others].filter((name) => name !== undefined));
}
