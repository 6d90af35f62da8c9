/** Resources and records in the answers of the control plane. */
export interface Collection {
  readonly name: string;
  readonly path: string;
  readonly records: number;
}

export interface Property {
  readonly name: string;
  readonly types: readonly string[];
  readonly required: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly values?: readonly unknown[];
  readonly format?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  /** The collection that the values refer to, by id. */
  readonly reference?: string;
  /** Properties of an object. */
  readonly properties?: readonly Property[];
  /** Items of an array. */
  readonly items?: Property;
}

const NAME_WORDS = "name title fullname displayname label subject login username email slug code sku".split(" ");

/**
 * How well a property serves as the record's name: 0 is best, `undefined` means that it is no name. `full_name` and `fullName` are equal.
 */
export function nameRank(property: string): number | undefined {
  const rank = NAME_WORDS.indexOf(property.replaceAll(/[-_]/g, "").toLowerCase());
  return rank < 0 ? undefined : rank;
}

export interface Resource {
  readonly name: string;
  readonly path: string;
  readonly itemPath?: string;
  readonly id?: readonly string[];
  readonly schema?: string;
  readonly parents: readonly Parent[];
  readonly operations: Readonly<Record<string, string>>;
  readonly properties: readonly Property[];
}

export interface Parent {
  readonly parameter: string;
  readonly collection?: string;
  readonly property?: readonly string[];
}

export type JsonRecord = Readonly<Record<string, unknown>>;

export interface KeptRecord {
  readonly key: string;
  readonly scope: readonly string[];
  readonly value: JsonRecord;
}

export interface RecordPage {
  readonly total: number;
  readonly offset: number;
  readonly records: readonly KeptRecord[];
}

/** The parents in an address of the console: ids, percent-encoded, separated by slashes. */
export function scopeText(parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join("/");
}

export function scopeParts(text: string): readonly string[] {
  return text === "" ? [] : text.split("/").map(decodeURIComponent);
}

/** A record's address in the console, below `resources`. */
export function recordPlace(collection: string, { key, scope }: Pick<KeptRecord, "key" | "scope">): readonly string[] {
  return [collection, ...scope, key];
}

/** The path of the control plane to change or delete a record. */
export function recordPath(collection: string, { key, scope }: Pick<KeptRecord, "key" | "scope">): string {
  const query = scope.map((part) => `scope=${encodeURIComponent(part)}`).join("&");
  return `state/${encodeURIComponent(collection)}/${encodeURIComponent(key)}${query === "" ? "" : `?${query}`}`;
}
