import {
  type JsonSchema,
  type ObjectProperty,
  objectProperties,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import { valueAtPlace, withValueAt } from "../response/place-value.js";
import { schemaAt } from "../response/schema-at.js";
import { writtenProperties } from "../response/written-properties.js";
import type { JsonObject } from "../store/record-store.js";
import { momentKind } from "./moment-names.js";

/** Puts the time into the properties of a record that tell when it was made and changed. The record itself where there are none. */
export interface RecordMoments {
  /** Those at the top of a record that is made now, by name. */
  known(now: number): JsonObject;
  made(record: JsonObject, now: number): JsonObject;
  /** @param before objects in it that are still the same keep their moments: `attributes`, when its neighbour changed */
  changed(record: JsonObject, now: number, before?: JsonObject): JsonObject;
}

/** What keeps records, or one document. */
type Keeper = Pick<Resource, "schema" | "roles"> & { readonly id: Pick<Resource["id"], "property"> };

interface MomentProperty {
  readonly place: RecordPlace;
  readonly kind: "made" | "changed";
  /** The moment as the schema has it; `undefined` where it does not allow it. */
  write(now: number): unknown;
}

/**
 * Which they are follows from name and schema: `createdAt`, `updated`, `last_modified` and their like, of the format `date-time` or
 * `date`, or a number that the description calls a time since 1970; only the server's own (readOnly, or in no request body).
 */
export function createRecordMoments(schemas: SchemaRegistry, keeper: Keeper): RecordMoments {
  const properties = momentProperties(schemas, keeper);
  const set = (record: JsonObject, now: number, kinds: readonly string[], before?: JsonObject): JsonObject => {
    let changed: unknown = record;
    for (const { place, kind, write } of properties) {
      const holder = place[0] ?? "";
      if (before && place.length > 1 && Object.is(before[holder], record[holder])) continue;
      const value = kinds.includes(kind) ? write(now) : undefined;
      if (value !== undefined && valueAtPlace(changed, place) !== value) changed = withValueAt(changed, place, value);
    }
    return changed as JsonObject;
  };
  const top = properties.filter(({ place }) => place.length === 1);
  return {
    known(now) {
      const values: Record<string, unknown> = {};
      for (const { place, write } of top) {
        const value = write(now);
        if (value !== undefined) values[place[0] as string] = value;
      }
      return values;
    },
    made: (record, now) => set(record, now, ["made", "changed"]),
    changed: (record, now, before) => set(record, now, ["changed"], before),
  };
}

function momentProperties(schemas: SchemaRegistry, { schema, id, roles }: Keeper): readonly MomentProperty[] {
  const writers = [roles.create, roles.replace, roles.update].filter((operation) => operation !== undefined);
  const written = writers.flatMap((operation) => writtenProperties(schemas, operation));
  const isWritten = (place: RecordPlace): boolean => {
    const [top = "", ...inner] = place;
    const declared = written.filter(({ name, readOnly }) => name === top && !readOnly);
    if (inner.length === 0) return declared.length > 0;
    return declared.some(({ schema: json }) => {
      const holder = schemaAt(schemas, schemas.schemaOf(json), inner.slice(0, -1));
      const property = holder && objectProperties(schemas, holder.json).get(inner.at(-1) ?? "");
      return property !== undefined && !property.readOnly;
    });
  };
  // Without a body that declares anything nobody knows what is the client's.
  const isServers = (place: RecordPlace, { readOnly }: ObjectProperty): boolean =>
    readOnly || (written.length > 0 && !isWritten(place));
  const holders = new Map(
    [[], id.property?.slice(0, -1) ?? [], ["attributes"]].map((place) => [place.join("/"), place]),
  );
  return [...holders.values()].flatMap((holder) => {
    const json = schemaAt(schemas, schema, holder)?.json;
    const properties = json === undefined ? [] : [...objectProperties(schemas, json).values()];
    return properties.flatMap((property): MomentProperty[] => {
      const place = [...holder, property.name];
      const kind = momentKind(property.name);
      const write = kind && isServers(place, property) ? momentWriter(schemas, property.schema) : undefined;
      return kind && write ? [{ place, kind, write }] : [];
    });
  });
}

function momentWriter(schemas: SchemaRegistry, json: JsonSchema): ((now: number) => unknown) | undefined {
  const notation = notationOf(schemas, json);
  if (!notation) return undefined;
  const validator = schemas.validator(schemas.schemaOf(json), "response");
  let last: { readonly now: number; readonly value: unknown } | undefined;
  return (now) => {
    // Many requests fall into one millisecond.
    if (last?.now !== now) last = { now, value: notation(now).find((value) => validator.isValid(value)) };
    return last.value;
  };
}

/** How a schema writes moments, best first. */
function notationOf(schemas: SchemaRegistry, json: JsonSchema): ((now: number) => readonly unknown[]) | undefined {
  const { types } = schemaShape(schemas, json);
  const parts = branchesOf(schemas, json);
  const formats = parts.map(({ format }) => format);
  const instant = (now: number): string => new Date(now).toISOString();
  if (formats.includes("date-time")) return (now) => [instant(now), `${instant(now).slice(0, 19)}Z`];
  if (formats.includes("date")) return (now) => [instant(now).slice(0, 10)];
  if (!types.has("integer") && !types.has("number")) return undefined;
  const words = parts.map(({ description, title }) => `${title ?? ""} ${description ?? ""}`).join(" ");
  const examples = parts.flatMap(({ examples = [], example }) => [...examples, example]);
  const isMillis =
    /\b(?:milli-?seconds?|millis|ms)\b/i.test(words) || examples.some((one) => typeof one === "number" && one > 1e11);
  if (isMillis) return (now) => [now];
  const isSeconds =
    formats.some((format) => format !== undefined && /unix|epoch|timestamp/i.test(format)) ||
    /\b(?:unix|epoch|timestamp|seconds since|since 1970)\b/i.test(words);
  return isSeconds ? (now) => [Math.floor(now / 1000)] : undefined;
}

/** The schema and what it is put together of, null left out. */
function branchesOf(schemas: SchemaRegistry, json: JsonSchema): readonly Exclude<JsonSchema, boolean>[] {
  const own = typeof json === "object" ? [json] : [];
  const target = schemas.follow(json);
  if (typeof target === "boolean") return own;
  const parts = [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])].map((part) =>
    schemas.follow(part),
  );
  return [...own, target, ...parts.filter((part) => typeof part === "object")];
}
