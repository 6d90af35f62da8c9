import { type KeptRecord, nameRank, type Property, type Resource } from "./model.js";

/** A column of the table: a property, or a parent that is only in the path. */
export interface Column {
  readonly title: string;
  /** The collection that the values refer to, by id. */
  readonly reference?: string;
  readonly kind: "text" | "number" | "boolean" | "moment" | "object";
  /** The sort key. Absent if the table cannot be sorted by this column. */
  readonly sort?: string;
  readonly valueOf: (record: KeptRecord) => unknown;
}

const MOMENTS = new Set(["date-time", "date", "unix-time", "timestamp"]);

/**
 * Chooses and orders the columns: the id, the name of the record, its status, plain values, then dates and objects. Omits a property that
 * no shown record has, unless it is required.
 * @param most number of columns in addition to the id and parents
 */
export function chooseColumns(resource: Resource, records: readonly KeptRecord[], most: number): readonly Column[] {
  const [idName] = resource.id ?? [];
  const declared = resource.properties.filter(({ writeOnly }) => !writeOnly);
  const names = new Set(declared.map(({ name }) => name));
  const extra = [...new Set(records.slice(0, 20).flatMap(({ value }) => Object.keys(value)))]
    .filter((name) => !names.has(name))
    .map((name): Property => ({ name, types: [], required: false }));
  const all = [...declared, ...extra];
  const present = new Set(records.flatMap(({ value }) => Object.keys(value).filter((name) => value[name] != null)));
  const shown = all.filter(
    ({ name, required }) => name !== idName && (required || records.length === 0 || present.has(name)),
  );
  const ranked = shown
    .map((property, index) => ({ property, rank: rankOf(property) * 1000 + index }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ property }) => property);
  const parents = resource.parents.flatMap(({ parameter, property }, index): Column[] =>
    property && names.has(property[0] ?? "")
      ? []
      : [{ title: parameter, kind: "text", valueOf: ({ scope }) => scope[index] }],
  );
  return [idColumn(resource, all), ...parents, ...ranked.map((property) => columnOf(property, records))];
}

function idColumn({ id }: Resource, all: readonly Property[]): Column {
  if (id?.length !== 1) return { title: id ? id.join(".") : "key", kind: "text", valueOf: ({ key }) => key };
  const property = all.find(({ name }) => name === id[0]);
  const isNumber = property?.types.includes("integer") || property?.types.includes("number");
  return {
    title: id[0] ?? "",
    kind: isNumber ? "number" : "text",
    sort: sortOf(id[0] ?? ""),
    valueOf: ({ value, key }) => value[id[0] ?? ""] ?? key,
  };
}

function columnOf(property: Property, records: readonly KeptRecord[]): Column {
  const { name } = property;
  const kind = kindOf(property, records);
  return {
    title: name,
    kind,
    ...(kind === "object" ? {} : { sort: sortOf(name) }),
    ...(property.reference === undefined || kind === "object" ? {} : { reference: property.reference }),
    valueOf: ({ value }) => value[name],
  };
}

function kindOf({ name, types, format }: Property, records: readonly KeptRecord[]): Column["kind"] {
  const found = records.find(({ value }) => value[name] != null)?.value[name];
  if (format !== undefined && MOMENTS.has(format)) return "moment";
  if (typeof found === "object" || types.includes("object") || types.includes("array")) return "object";
  if (typeof found === "boolean") return "boolean";
  return typeof found === "number" ? "number" : "text";
}

function rankOf({ name, types, format, maxLength = 0, values }: Property): number {
  if (nameRank(name) !== undefined) return 0;
  if (/^(?:status|state|phase|stage)$/i.test(name)) return 1;
  if (types.includes("object") || types.includes("array")) return 6;
  if (format === "date-time") return /^updated|modified/i.test(name) ? 5 : 4;
  if (/description|body|text|comment|note|bio|html|content/i.test(name) || maxLength > 300) return 5;
  if (format === "uri" || /(?:url|uri|href)$/i.test(name)) return 5;
  if (values?.length === 1) return 7;
  return values || types.includes("boolean") ? 3 : 2;
}

function sortOf(name: string): string {
  return /^[-/]/.test(name) ? `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` : name;
}
