import type { Entity, Relation } from "../entity/entity.js";
import { DatabaseError } from "../errors/database-error.js";
import { keyOf } from "./field-table.js";
import type { Include, Repository, Row, Where } from "./repository.js";

/** Values of one condition: few enough for every database. */
const MOST_LINKS = 2000;

/** An included relation of an entity. */
export interface Included extends Omit<Include, "relation"> {
  readonly relation: Relation;
  /** The field of this entity's records that tells which records of the other belong to them. */
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
    return { ...options, relation, link: relation.kind === "belongsTo" ? relation.foreignKey : keyOf(entity).name };
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
  const add = (owner: unknown, record: Row): void => {
    const group = found.get(owner);
    if (group === undefined) found.set(owner, [record]);
    else group.push(record);
  };
  /** Related records by the values of one field, which they carry although nobody asked for it. */
  const read = async (by: string, values: readonly unknown[], take: (value: unknown, record: Row) => void) => {
    const asked = fields ?? target.entity.fields.filter(({ hidden }) => !hidden).map(({ name }) => name);
    const isExtra =
      !asked.includes(by) && !target.entity.fields.some(({ name, primaryKey }) => name === by && primaryKey);
    for (let start = 0; start < values.length; start += MOST_LINKS) {
      const linked = { [by]: { in: values.slice(start, start + MOST_LINKS) } } as Where;
      const rows = await target.find({
        where: where === undefined ? linked : { and: [where, linked] },
        ...((fields !== undefined || isExtra) && { fields: [...asked, by] }),
        ...(include !== undefined && { include }),
      });
      for (const row of rows) {
        const value = row[by];
        if (isExtra) delete row[by];
        take(value, row);
      }
    }
  };
  if (relation.kind === "belongsToMany") {
    const { foreignKey, otherKey } = relation;
    const through = repository(relation.through);
    const owners = new Map<unknown, unknown[]>();
    for (let start = 0; start < links.length; start += MOST_LINKS) {
      const linked = { [foreignKey]: { in: links.slice(start, start + MOST_LINKS) } } as Where;
      for (const pair of await through.find({ where: linked, fields: [foreignKey, otherKey] })) {
        owners.set(pair[otherKey], [...(owners.get(pair[otherKey]) ?? []), pair[foreignKey]]);
      }
    }
    await read(keyOf(target.entity).name, [...owners.keys()], (value, record) => {
      for (const owner of owners.get(value) ?? []) add(owner, { ...record });
    });
  } else await read(relation.kind === "belongsTo" ? keyOf(target.entity).name : relation.foreignKey, links, add);
  const many = relation.kind === "hasMany" || relation.kind === "belongsToMany";
  for (const record of records) {
    const related = found.get(record[link]);
    record[relation.name] = many ? (related ?? []) : related?.[0] === undefined ? null : { ...related[0] };
  }
}
