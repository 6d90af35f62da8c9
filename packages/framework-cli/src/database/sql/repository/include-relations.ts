import type { Relation } from "../../../entity/entity.js";
import { DatabaseError } from "../../../errors/database-error.js";
import { keyOf } from "../../field-table.js";
import type { Row } from "../../repository.js";
import { decodeRow, type EntityTable, encode, type TableColumn } from "./entity-table.js";
import { inList } from "./in-list.js";
import { orderSql } from "./order-sql.js";
import type { RunSql } from "./run-sql.js";
import { columnList } from "./select-records.js";
import { MOST_PARAMETERS, Statement } from "./statement.js";

/** The tables of the other entities, and how to run a statement on them. */
export interface Neighbours {
  table(entity: string): EntityTable;
  run(entity: string): RunSql;
}

/** The relations of these names. @throws DatabaseError UNKNOWN_FIELD */
export function relationsOf(names: readonly string[], { entity }: Pick<EntityTable, "entity">): readonly Relation[] {
  return names.map((name) => {
    const relation = entity.relations.find((each) => each.name === name);
    if (relation !== undefined) return relation;
    const known = entity.relations.map((each) => each.name);
    throw new DatabaseError("UNKNOWN_FIELD", `${entity.name} has no relation ${name}.`, {
      hint: known.length === 0 ? "It has none." : `Its relations are ${known.join(", ")}.`,
      fields: [name],
    });
  });
}

/** The field of this entity's records that tells which records of the other belong to them. */
export function linkOf(relation: Relation, { entity }: Pick<EntityTable, "entity">): string {
  return relation.kind === "belongsTo" ? relation.foreignKey : keyOf(entity).name;
}

/** Puts a relation's records into each record: one, or null, or a list in the order of their keys. */
export async function includeRelation(
  records: readonly Row[],
  relation: Relation,
  table: EntityTable,
  neighbours: Neighbours,
): Promise<void> {
  const link = linkOf(relation, table);
  const links = [...new Set(records.map((record) => record[link]))].filter(
    (value) => value !== null && value !== undefined,
  );
  const found = new Map<unknown, Row[]>();
  const most = MOST_PARAMETERS[table.dialect];
  for (let start = 0; start < links.length; start += most) {
    await readRelated(relation, links.slice(start, start + most), neighbours, found);
  }
  const many = relation.kind === "hasMany" || relation.kind === "belongsToMany";
  for (const record of records) {
    const related = found.get(record[link]);
    record[relation.name] = many ? (related ?? []) : (related?.[0] ?? null);
  }
}

const OWNER = "framework_owner";

/** One query for all links; fills `found` by link. */
async function readRelated(
  relation: Relation,
  links: readonly unknown[],
  neighbours: Neighbours,
  found: Map<unknown, Row[]>,
): Promise<void> {
  const target = neighbours.table(relation.target);
  const { dialect } = target;
  const statement = new Statement(dialect);
  const living = target.deletedAt === undefined ? "" : ` AND ${target.deletedAt.quoted} IS NULL`;
  const list = (column: TableColumn): string =>
    inList(
      column,
      links.map((value) => encode(column, value)),
      false,
      dialect,
      statement,
    );
  let text: string;
  let owner: TableColumn;
  if (relation.kind === "belongsToMany") {
    const through = neighbours.table(relation.through);
    owner = through.column(relation.foreignKey);
    const other = through.column(relation.otherKey);
    const key = target.key();
    // Names of both tables may be alike: the one in between is a table of two columns of its own.
    const pairs =
      `SELECT ${owner.quoted} AS ${alias(OWNER, target)}, ${other.quoted} AS ${alias("framework_other", target)} ` +
      `FROM ${through.quoted} WHERE ${list(owner)}${through.deletedAt === undefined ? "" : ` AND ${through.deletedAt.quoted} IS NULL`}`;
    text =
      `SELECT ${columnList(target.shown)}, ${alias(OWNER, target)} FROM ${target.quoted} ` +
      `JOIN (${pairs}) ${alias("framework_pairs", target)} ON ${alias("framework_other", target)} = ${key.quoted}` +
      `${living === "" ? "" : ` WHERE${living.slice(4)}`} ORDER BY ${orderSql([], target)}`;
  } else {
    owner = relation.kind === "belongsTo" ? target.key() : target.column(relation.foreignKey);
    text =
      `SELECT ${columnList(target.shown)}, ${owner.quoted} AS ${alias(OWNER, target)} FROM ${target.quoted} ` +
      `WHERE ${list(owner)}${living} ORDER BY ${orderSql([], target)}`;
  }
  const { rows } = await neighbours.run(relation.target)(text, statement.parameters);
  for (const row of rows) {
    const raw = row[OWNER];
    const value = owner.decode === undefined ? raw : owner.decode(raw);
    const record = decodeRow(row, target.shown);
    const group = found.get(value);
    if (group === undefined) found.set(value, [record]);
    else group.push(record);
  }
}

function alias(name: string, { dialect }: EntityTable): string {
  return dialect === "mysql" || dialect === "mariadb" ? `\`${name}\`` : dialect === "mssql" ? `[${name}]` : `"${name}"`;
}
