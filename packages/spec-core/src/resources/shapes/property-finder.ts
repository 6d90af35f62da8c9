import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { isWriteOnlyAt } from "../../schema/shape/object-properties.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { isTelling } from "../../words/telling-names.js";
import type { SchemaFacts, SchemaReader } from "./schema-reader.js";

export interface FoundProperty {
  readonly place: RecordPlace;
  readonly facts: SchemaFacts;
}

/** Finds the properties of a record that parameters refer to. */
export interface PropertyFinder {
  readonly reader: SchemaReader;
  readonly id: FoundProperty | undefined;
  /** The last word of the collection path, folded. */
  readonly noun: string;
  /** The property with that name, ignoring case and separators. Dots lead into objects. */
  exact(name: string): FoundProperty | undefined;
  /**
   * Like `exact`, but also finds the name with or without `id` at its end or `is` at its start, and other usual
   * variants.
   */
  find(name: string): FoundProperty | undefined;
  /** The property with that name in the object at a property. */
  inside(object: FoundProperty, name: string): FoundProperty | undefined;
  /** The id in the object at a property: `assignee.gid`. */
  idInside(object: FoundProperty): FoundProperty | undefined;
  /** The readable name in the object at a property: `site.slug`, `status.value`. */
  nameInside(object: FoundProperty): FoundProperty | undefined;
  /** The date or time for a word such as `created`: `created_at`, `dateCreated`, `creationTime`. */
  findDate(word: string): FoundProperty | undefined;
  /** True for a property that is writeOnly or inside a writeOnly one. Filtering by it would reveal hidden data. */
  isHidden(place: RecordPlace): boolean;
  /** All dates and times of the record. */
  readonly dates: readonly FoundProperty[];
}

export function createPropertyFinder(
  reader: SchemaReader,
  record: JsonSchema,
  {
    place: idPlace,
    parameter: idParameter,
  }: { readonly place: RecordPlace | undefined; readonly parameter: string | undefined },
  noun: string,
): PropertyFinder {
  const holders = [{ place: [] as RecordPlace, facts: reader.facts(record) }];
  // In JSON:API, the resource's properties are in `attributes`.
  for (const [name, schema] of reader.facts(record).properties)
    if (FIELDS.has(foldName(name))) holders.push({ place: [name], facts: reader.facts(schema) });
  let dates: readonly FoundProperty[] | undefined;
  const idSchema = idPlace && reader.at(record, idPlace);
  const id = idPlace && idSchema !== undefined ? { place: idPlace, facts: reader.facts(idSchema) } : undefined;
  /** An id that only lists show: the `name` of records that have an `attributes.name`. */
  const listedId = idPlace?.length === 1 && !id ? { place: idPlace, facts: reader.facts(true) } : undefined;

  /** @param folded the folded name of a property */
  function named(folded: string): FoundProperty | undefined {
    if (listedId && foldName(listedId.place[0] ?? "") === folded) return listedId;
    // All records of a list have the same `type` beside their `attributes`.
    for (const { place, facts } of folded === "type" ? [...holders].reverse() : holders) {
      const found = inHolder(place, facts, folded);
      if (found) return found;
    }
    return related(folded);
  }

  /** The relationship that a filter such as `filter[app]` selects by id: `relationships.app.data` (JSON:API). */
  function related(folded: string): FoundProperty | undefined {
    const relationships = reader.at(record, ["relationships"]);
    const name = relationships === undefined ? undefined : reader.facts(relationships).byFoldedName.get(folded);
    const place = ["relationships", name ?? "", "data"];
    const data = name === undefined ? undefined : reader.at(record, place);
    const facts = data === undefined ? undefined : reader.facts(data);
    const one = facts?.items === undefined ? facts : reader.facts(facts.items);
    return one?.properties.has("id") ? { place, facts: one } : undefined;
  }

  function inHolder(place: RecordPlace, facts: SchemaFacts, folded: string): FoundProperty | undefined {
    const name = facts.byFoldedName.get(folded);
    const schema = name === undefined ? undefined : facts.properties.get(name);
    return name !== undefined && schema !== undefined
      ? { place: [...place, name], facts: reader.facts(schema) }
      : undefined;
  }

  function exact(name: string): FoundProperty | undefined {
    const own = named(foldName(name));
    if (own || !name.includes(".")) return own;
    const [first, ...rest] = name.split(".");
    let found = named(foldName(first ?? ""));
    for (const word of rest) found = found && inside(found, word);
    return found;
  }

  function find(name: string): FoundProperty | undefined {
    const own = exact(name);
    if (own) return own;
    const folded = foldName(name);
    // If spans have an `id` and a `context.span_id`, `span_id` means the latter.
    if (id && isNameOfId(folded)) return (isAlias(folded) ? onlyInside(name) : undefined) ?? id;
    const base = /^(.{2,})(?:id|uuid|gid|sid|key|slug)$/.exec(folded)?.[1];
    const whole = base === undefined ? undefined : (named(base) ?? named(`${base}obj`) ?? named(`${base}metadata`));
    if (whole) return isObjectProperty(whole) ? idInside(whole) : whole;
    return (
      embedded(name) ??
      named(`${folded}id`) ??
      named(`${folded}uuid`) ??
      named(`is${folded}`) ??
      named(folded.replace(/^is/, "")) ??
      (folded === "email" ? named("emailaddress") : undefined) ??
      (isTelling(name) || isOtherId(name) ? onlyInside(name) : undefined)
    );
  }

  /** The property with that name in the only object that has one: `user.email` for `email`. */
  function onlyInside(name: string): FoundProperty | undefined {
    const found = holders.flatMap(({ place, facts }) =>
      [...facts.properties.keys()].flatMap((holder) => {
        const object = inHolder(place, facts, foldName(holder));
        const inner = object && isObjectProperty(object) ? inside(object, name) : undefined;
        return inner && !isObjectProperty(inner) ? [inner] : [];
      }),
    );
    return found.length === 1 ? found[0] : undefined;
  }

  /**
   * The property for a name with the word of an object: the `external_id` of a `customer` for `external_customer_id`
   * and `customer_external_id`, its `email` for `customer_email`.
   */
  function embedded(name: string): FoundProperty | undefined {
    const words = nameWords(name);
    for (const [index, word] of words.entries()) {
      const rest = words.toSpliced(index, 1);
      const holder = rest.length === 0 || (index > 0 && rest.length < 2) ? undefined : named(word);
      const found = holder && isObjectProperty(holder) ? inside(holder, rest.join("")) : undefined;
      if (found && !isObjectProperty(found)) return found;
    }
    return undefined;
  }

  function isNameOfId(folded: string): boolean {
    if (idParameter !== undefined && folded === foldName(idParameter)) return true;
    return folded === "id" || [`${noun}id`, `${noun.replace(/s$/, "")}id`].includes(folded);
  }

  /** True for a name of the id that is neither `id` nor the path parameter's name. */
  function isAlias(folded: string): boolean {
    return folded !== "id" && folded !== foldName(idParameter ?? "");
  }

  function inside(object: FoundProperty, name: string): FoundProperty | undefined {
    return inHolder(object.place, object.facts, foldName(name));
  }

  function idInside(object: FoundProperty): FoundProperty | undefined {
    const own = `${foldName(object.place.at(-1) ?? "")}id`;
    return firstInside(object, ["id", own, "uuid", "uid", "gid", "sid", "key", "slug", "name", "value"]);
  }

  function firstInside(object: FoundProperty, names: readonly string[]): FoundProperty | undefined {
    for (const name of names) {
      const found = inside(object, name);
      if (found && !isObjectProperty(found)) return found;
    }
    return undefined;
  }

  function findDate(word: string): FoundProperty | undefined {
    for (const stem of STEMS.find((group) => group.includes(word)) ?? [word]) {
      for (const name of [stem, ...ENDINGS.map((ending) => stem + ending), `date${stem}`, `time${stem}`]) {
        const found = named(name);
        if (found && (isDate(found) || (isNumberOrText(found) && name !== stem))) return found;
      }
    }
    return undefined;
  }

  return {
    reader,
    id,
    noun,
    exact,
    find,
    inside,
    idInside,
    nameInside: (object) => firstInside(object, ["slug", "key", "login", "username", "name", "code"]),
    findDate,
    isHidden: (place) => isWriteOnlyAt(reader.schemas, record, place),
    get dates() {
      dates ??= holders.flatMap(({ place, facts }) =>
        [...facts.properties]
          .map(([name, schema]) => ({ place: [...place, name], facts: reader.facts(schema) }))
          .filter(isDate),
      );
      return dates;
    },
  };
}

const FIELDS = new Set(["attributes", "fielddata"]);

/** True for the name of another record's id, such as `list_id`. No other property has such a name. */
function isOtherId(name: string): boolean {
  const words = nameWords(name);
  return words.length > 1 && words.at(-1) === "id";
}

/**
 * True if the property is always an object. Stripe's `customer` is not: it is an id, or the customer if the request
 * expands it.
 */
export function isObjectProperty({ facts: { types, properties } }: FoundProperty): boolean {
  if (types.size === 0) return properties.size > 0;
  return types.has("object") && !types.has("string") && !types.has("integer");
}

function isDate({ facts, place }: FoundProperty): boolean {
  if (/^(?:date|date-?time|unix-?time|timestamp|time)/i.test(facts.format ?? "")) return true;
  const name = place.at(-1) ?? "";
  // A number such as `waitTime` is a duration.
  if (/(?:[a-z]Time|_time)$/.test(name)) return facts.types.has("string");
  return isNumberOrText({ facts, place }) && /(?:[a-z]At|_at|_on|_ts|[Tt]imestamp|[Dd]ate)$/.test(name);
}

function isNumberOrText({ facts: { types } }: Pick<FoundProperty, "facts" | "place">): boolean {
  return types.has("string") || types.has("integer") || types.has("number");
}

const ENDINGS = ["at", "on", "date", "time", "datetime", "timestamp", "ts", "utc"];
/** Groups of words for the same moment. Names of properties may begin with them. */
const STEMS: readonly (readonly string[])[] = [
  ["created", "create", "creation", "inserted", "added"],
  ["updated", "update", "modified", "modification", "lastmodified", "lastupdated", "lastupdate", "changed", "edited"],
  ["started", "start", "begin"],
  ["ended", "end", "finished", "completed"],
];
