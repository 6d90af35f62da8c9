import type { Entity, Field } from "../entity/entity.js";
import { DatabaseError } from "../errors/database-error.js";
import type { OrderBy } from "./repository.js";

/** A field as one database reads and writes it. */
export interface TableField {
  readonly field: Field;
  readonly name: string;
  /** Makes the value of a condition comparable with the field's. */
  readonly comparable: (value: unknown) => unknown;
}

/** The fields of an entity as one database has them. */
export interface FieldTable<F extends TableField> {
  readonly entity: Entity;
  readonly fields: readonly F[];
  /** The default fields of records: all but hidden ones. */
  readonly shown: readonly F[];
  readonly keys: readonly F[];
  readonly deletedAt: F | undefined;
  /** @throws DatabaseError UNKNOWN_FIELD */
  field(name: string): F;
  /** The only field of the primary key. @throws DatabaseError UNKNOWN_FIELD */
  key(): F;
}

/** The error of a second record with the same values, for clients. */
export function duplicateMessage(entity: Entity, fields: readonly string[]): string {
  const own = entity.fields.find(({ name, uniqueMessage }) => fields.includes(name) && uniqueMessage !== undefined);
  return own?.uniqueMessage ?? `There is another ${entity.name} with the same ${fields.join(" and ") || "key"}.`;
}

export function createFieldTable<F extends TableField>(entity: Entity, fields: readonly F[]): FieldTable<F> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const field = (name: string): F => {
    const found = byName.get(name);
    if (found === undefined) throw unknownField(entity, name);
    return found;
  };
  const { deletedAt } = entity.timestamps;
  return {
    entity,
    fields,
    shown: fields.filter((each) => !each.field.hidden),
    keys: fields.filter((each) => each.field.primaryKey),
    deletedAt: deletedAt === undefined ? undefined : field(deletedAt),
    field,
    key: () => field(keyOf(entity).name),
  };
}

/**
 * The fields of a query: the requested ones and the primary key. By default, all except hidden ones. @throws
 * DatabaseError UNKNOWN_FIELD
 */
export function selectedFields<F extends TableField>(
  names: readonly string[] | undefined,
  { fields, shown, field }: FieldTable<F>,
): readonly F[] {
  if (names === undefined) return shown;
  for (const name of names) field(name);
  return fields.filter((each) => each.field.primaryKey || names.includes(each.name));
}

/** Converts an id to the key's type. `undefined` if it cannot be a key. */
export function keyValueOf(id: unknown, { key }: FieldTable<TableField>): string | number | bigint | undefined {
  const field = key();
  const value = id === null || id === undefined ? undefined : field.comparable(id);
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint" ? value : undefined;
}

/** The fields of an order, each once. @throws DatabaseError UNKNOWN_FIELD, VALUE_REFUSED for a field without an order */
export function readOrder<F extends TableField>(
  order: readonly OrderBy[],
  { entity, field }: FieldTable<F>,
): ReadonlyMap<F, "asc" | "desc"> {
  const sorted = new Map<F, "asc" | "desc">();
  for (const [name, direction] of order) {
    const found = field(name);
    const { kind } = found.field.type;
    if (direction !== "asc" && direction !== "desc") throw refusedValue(entity, found, "is sorted asc or desc");
    if (kind === "json" || kind === "binary") throw refusedValue(entity, found, `has no order: it is ${kind}`);
    if (!sorted.has(found)) sorted.set(found, direction);
  }
  return sorted;
}

/** The only field of the primary key. @throws DatabaseError UNKNOWN_FIELD a key of several fields has none */
export function keyOf(entity: Entity): Field {
  const keys = entity.fields.filter((field) => field.primaryKey);
  if (keys.length === 1 && keys[0] !== undefined) return keys[0];
  throw new DatabaseError("UNKNOWN_FIELD", `${entity.name} has no single primary key.`, {
    hint: "Find, update and remove its records by `where`.",
  });
}

export function unknownField(entity: Entity, name: string): DatabaseError {
  return new DatabaseError("UNKNOWN_FIELD", `${entity.name} has no field ${name}.`, {
    hint: `Its fields are ${entity.fields.map((field) => field.name).join(", ")}.`,
    fields: [name],
  });
}

export function refusedValue(
  { name: entity }: Entity,
  { name }: Pick<TableField, "name">,
  reason: string,
): DatabaseError {
  return new DatabaseError("VALUE_REFUSED", `${entity}.${name} ${reason}.`, { fields: [name] });
}

/** @throws DatabaseError UNKNOWN_ENTITY */
export function entityNamed(name: string, entities: readonly Entity[]): Entity {
  const found = entities.find((entity) => entity.name === name);
  if (found !== undefined) return found;
  const known = entities.map((entity) => entity.name).sort();
  throw new DatabaseError("UNKNOWN_ENTITY", `There is no model ${name}.`, {
    hint: `The models are ${known.join(", ")}.`,
  });
}
