import { getOrMake } from "@onespec/spec-core";
import type { Entity, Relation } from "../entity/entity.js";
import { DatabaseError } from "../errors/database-error.js";
import { keyOf } from "./field-table.js";
import type { FindQuery, Include, Repository, Row, Where } from "./repository.js";

/** Most values in one condition. Every database accepts this many. */
const MOST_LINKS = 2000;

/** An included relation of an entity. */
export interface Included extends Omit<Include, "relation"> {
  readonly relation: Relation;
  /** The field of this entity that the related records are matched by. */
  readonly link: string;
}

/** @throws DatabaseError UNKNOWN_FIELD */
export function includesOf(include: readonly (string | Include)[], entity: Entity): readonly Included[] {
  return include.map((each) => {
    const { relation: name, ...options } = typeof each === "string" ? { relation: each } : each;
    const relation = entity.relations.find((known) => known.name === name);
    if (relation === undefined) {
      const known = entity.relations.map((other) => other.name);
      throw new DatabaseError("UNKNOWN_FIELD", `${entity.name} has no relation ${name}.`, {
        hint: known.length === 0 ? "It has none." : `Its relations are ${known.join(", ")}.`,
        fields: [name],
      });
    }
    const link = relation.kind === "belongsTo" ? relation.foreignKey : (relation.sourceKey ?? keyOf(entity).name);
    return { ...options, relation, link };
  });
}

/** Puts related records into each record: one, or null, or a list in the order of their keys. One query, two for many to many. */
export async function includeRelated(
  records: readonly Row[],
  { relation, link, where, fields, include }: Included,
  repository: (entity: string) => Repository,
): Promise<void> {
  const links = [...new Set(records.map((record) => record[link]))].filter(
    (value) => value !== null && value !== undefined,
  );
  const target = repository(relation.target);
  const found = new Map<unknown, Row[]>();
  const add = (owner: unknown, record: Row): unknown => getOrMake(found, owner, () => []).push(record);
  const { fields: own } = target.entity;
  /** Reads related records by the values of one field. The field is read even if it was not requested. */
  const read = async (by: string, values: readonly unknown[], take: (value: unknown, record: Row) => void) => {
    const asked = fields ?? own.filter(({ hidden }) => !hidden).map(({ name }) => name);
    const isExtra = !asked.includes(by) && !own.some(({ name, primaryKey }) => name === by && primaryKey);
    const conditions = [...(where === undefined ? [] : [where]), ...scopeOf(relation, "scope")];
    const rows = await findBy(target, by, values, conditions, {
      ...((fields !== undefined || isExtra) && { fields: [...asked, by] }),
      ...(include !== undefined && { include }),
    });
    for (const row of rows) {
      const value = row[by];
      if (isExtra) delete row[by];
      take(value, row);
    }
  };
  if (relation.kind === "belongsToMany") {
    const { foreignKey, otherKey } = relation;
    const owners = new Map<unknown, unknown[]>();
    const pairs = await findBy(repository(relation.through), foreignKey, links, scopeOf(relation, "throughScope"), {
      fields: [foreignKey, otherKey],
    });
    for (const pair of pairs) getOrMake(owners, pair[otherKey], () => []).push(pair[foreignKey]);
    await read(relation.targetKey ?? keyOf(target.entity).name, [...owners.keys()], (value, record) => {
      for (const owner of owners.get(value) ?? []) add(owner, { ...record });
    });
  } else if (relation.kind === "belongsTo") await read(relation.targetKey ?? keyOf(target.entity).name, links, add);
  else await read(relation.foreignKey, links, add);
  const many = relation.kind === "hasMany" || relation.kind === "belongsToMany";
  for (const record of records) {
    const related = found.get(record[link]);
    record[relation.name] = many ? (related ?? []) : related?.[0] === undefined ? null : { ...related[0] };
  }
}

/** The records whose field has one of the values. */
async function findBy(
  repository: Repository,
  field: string,
  values: readonly unknown[],
  conditions: readonly Where[],
  query: FindQuery,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let start = 0; start < values.length; start += MOST_LINKS) {
    const linked = { [field]: { in: values.slice(start, start + MOST_LINKS) } } as Where;
    const where = conditions.length === 0 ? linked : { and: [linked, ...conditions] };
    found.push(...(await repository.find({ ...query, where })));
  }
  return found;
}

/** The conditions of a Sequelize association. @throws DatabaseError QUERY_FAILED for those that only Sequelize understands */
function scopeOf(relation: Relation, part: "scope" | "throughScope"): readonly Where[] {
  const scope =
    part === "scope" ? relation.scope : relation.kind === "belongsToMany" ? relation.throughScope : undefined;
  return Reflect.ownKeys(scope ?? {}).map((name) => {
    const value = scope?.[name];
    const isPlain = (each: unknown): boolean => each === null || ["string", "number", "boolean"].includes(typeof each);
    if (typeof name === "string" && isPlain(value)) return { [name]: value } as Where;
    if (typeof name === "string" && Array.isArray(value) && value.every(isPlain))
      return { [name]: { in: value } } as Where;
    throw new DatabaseError(
      "QUERY_FAILED",
      `The scope of ${relation.name} has conditions that repositories do not know.`,
      { hint: `Read it with the model: findAll({ include: ["${relation.name}"] }).` },
    );
  });
}
