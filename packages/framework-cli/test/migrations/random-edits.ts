import type { Entity, Field, FieldDefault, JsonValue } from "../../src/entity/entity.js";
import type { FieldType } from "../../src/entity/field-type.js";

/** A model of what is edited: every table and column keeps its identity through renames. */
export interface EditedTable {
  readonly id: number;
  name: string;
  readonly columns: EditedColumn[];
}

export interface EditedColumn {
  readonly id: number;
  name: string;
  type: FieldType;
  nullable: boolean;
  unique: boolean;
  default: FieldDefault | undefined;
  /** Identity of the table that it refers to. */
  target: number | undefined;
}

/** The consequences of an edit for the next migration. */
export interface EditRound {
  readonly renamedTables: Map<number, string>;
  readonly renamedColumns: Map<number, string>;
  readonly answers: Record<string, JsonValue>;
  readonly droppedTables: Set<number>;
  readonly droppedColumns: Set<number>;
  /** Values of existing rows in a new column, or in place of null. */
  readonly fills: Map<number, JsonValue>;
}

/** Random numbers from a seed, the same everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const TYPES: readonly FieldType[] = [
  { kind: "string", length: 40 },
  { kind: "text" },
  { kind: "integer" },
  { kind: "bigint" },
  { kind: "double" },
  { kind: "decimal", precision: 10, scale: 2, reads: "string" },
  { kind: "boolean" },
  { kind: "timestamp" },
  { kind: "date" },
  { kind: "json" },
  { kind: "uuid" },
  { kind: "enum", values: ["1", "2", "it's"] },
];

/** Types that a type may become without loss of the values used here (small whole numbers). */
const RETYPES: Partial<Record<FieldType["kind"], readonly FieldType[]>> = {
  string: [{ kind: "text" }, { kind: "string", length: 90 }, { kind: "integer" }, { kind: "bigint" }],
  text: [{ kind: "string", length: 120 }, { kind: "integer" }, { kind: "double" }],
  integer: [{ kind: "bigint" }, { kind: "string", length: 30 }, { kind: "text" }, { kind: "double" }],
  bigint: [{ kind: "string", length: 30 }, { kind: "integer" }],
  decimal: [{ kind: "decimal", precision: 14, scale: 4, reads: "string" }],
  boolean: [{ kind: "integer" }, { kind: "string", length: 10 }],
  date: [{ kind: "string", length: 20 }],
  uuid: [{ kind: "string", length: 40 }],
  enum: [{ kind: "enum", values: ["1", "2", "it's", "a longer value than before"] }, { kind: "text" }],
};

/** Names that a database may stumble over. */
export const WORDS: readonly string[] = ["title", "name", "order", "group", "value", "Mixed Case", "naïve", 'quo"te'];

export class Editor {
  readonly tables: EditedTable[] = [];
  readonly #random: () => number;
  readonly #words: readonly string[];
  #ids = 0;

  /** @param words that names of tables and columns end in */
  constructor(seed: number, words: readonly string[] = WORDS) {
    this.#random = seededRandom(seed);
    this.#words = words;
  }

  /** A few edits of any kind. */
  edit(count: number): EditRound {
    const round: EditRound = {
      renamedTables: new Map(),
      renamedColumns: new Map(),
      answers: {},
      droppedTables: new Set(),
      droppedColumns: new Set(),
      fills: new Map(),
    };
    const old = new Set(this.tables.flatMap((table) => [table.id, ...table.columns.map(({ id }) => id)]));
    for (let done = 0; done < count; done++) this.#one(round, old);
    for (const table of this.tables) this.#answer(table, round, old);
    return round;
  }

  #one(round: EditRound, old: ReadonlySet<number>): void {
    if (this.tables.length < 2) {
      this.#addTable();
      return;
    }
    const table = this.#pick(this.tables);
    const columns = table.columns.slice(1);
    const column = columns.length === 0 ? undefined : this.#pick(columns);
    const kind = this.#number(11);
    if (kind === 0 && this.tables.length < 5) {
      this.#addTable();
      return;
    }
    if (kind === 1) {
      this.#dropTable(table, round, old);
      return;
    }
    if (kind === 2 && old.has(table.id) && !round.renamedTables.has(table.id)) {
      round.renamedTables.set(table.id, table.name);
      table.name = this.#name("t");
      return;
    }
    if (column === undefined || kind <= 4) {
      table.columns.push(this.#column(table));
      return;
    }
    const isOld = old.has(column.id);
    if (kind === 5 && isOld && !round.renamedColumns.has(column.id)) {
      round.renamedColumns.set(column.id, column.name);
      column.name = this.#name("c");
    } else if (kind === 6 && !(column.target !== undefined && !column.nullable)) {
      table.columns.splice(table.columns.indexOf(column), 1);
      if (isOld) round.droppedColumns.add(column.id);
      round.renamedColumns.delete(column.id);
    } else if (kind === 7 && column.target === undefined && !column.unique) {
      const types = RETYPES[column.type.kind] ?? [];
      if (types.length > 0) {
        column.type = this.#pick(types);
        column.default = undefined;
      }
    } else if (kind === 8 && column.target === undefined) {
      column.nullable = false;
    } else if (kind === 9) {
      column.nullable = true;
    } else if (kind === 10 && column.target === undefined) {
      column.default = defaultFor(column.type);
    }
  }

  #addTable(): void {
    const table: EditedTable = { id: ++this.#ids, name: this.#name("t"), columns: [] };
    const id: EditedColumn = {
      id: ++this.#ids,
      name: "id",
      type: { kind: "integer" },
      nullable: false,
      unique: false,
      default: undefined,
      target: undefined,
    };
    table.columns.push(id);
    this.tables.push(table);
    for (let count = 0; count < 3; count++) table.columns.push(this.#column(table));
  }

  #column(table: EditedTable): EditedColumn {
    const others = this.tables.filter(({ id }) => id !== table.id);
    const isKey = others.length > 0 && this.#random() < 0.2;
    const type: FieldType = isKey ? { kind: "integer" } : this.#pick(TYPES);
    const canBeUnique = ["string", "integer", "bigint", "uuid"].includes(type.kind) && !isKey;
    return {
      id: ++this.#ids,
      name: this.#name("c"),
      type,
      nullable: this.#random() < 0.6,
      unique: canBeUnique && this.#random() < 0.2,
      default: undefined,
      target: isKey ? this.#pick(others).id : undefined,
    };
  }

  #dropTable(table: EditedTable, round: EditRound, old: ReadonlySet<number>): void {
    const isRequired = this.tables.some((other) =>
      other.columns.some((column) => column.target === table.id && !column.nullable && other !== table),
    );
    if (isRequired || this.tables.length < 3) return;
    this.tables.splice(this.tables.indexOf(table), 1);
    if (old.has(table.id)) round.droppedTables.add(table.id);
    round.renamedTables.delete(table.id);
    for (const other of this.tables) {
      for (const column of other.columns.filter(({ target }) => target === table.id)) {
        other.columns.splice(other.columns.indexOf(column), 1);
        if (old.has(column.id)) round.droppedColumns.add(column.id);
        round.renamedColumns.delete(column.id);
      }
    }
  }

  /** Everything that a migration could ask. */
  #answer(table: EditedTable, round: EditRound, old: ReadonlySet<number>): void {
    round.answers[`table ${table.name}`] = round.renamedTables.get(table.id) ?? "new";
    for (const column of table.columns) {
      round.answers[`column ${table.name}.${column.name}`] = round.renamedColumns.get(column.id) ?? "new";
      if (column.nullable || !old.has(table.id)) continue;
      const fill = column.unique ? { distinct: true } : valueFor(column, 1);
      round.answers[`fill ${table.name}.${column.name}`] = fill;
      round.fills.set(column.id, fill);
    }
  }

  #name(start: string): string {
    return `${start}${++this.#ids}_${this.#pick(this.#words)}`;
  }

  #number(below: number): number {
    return Math.floor(this.#random() * below);
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#number(items.length)] as T;
  }
}

/** The value of row number `row` (1, 2, 3) in a column. */
export function valueFor({ type, target }: EditedColumn, row: number): JsonValue {
  if (target !== undefined) return row;
  switch (type.kind) {
    case "string":
    case "text":
      return String(1000 + row);
    case "integer":
    case "bigint":
    case "double":
      return 1000 + row;
    case "decimal":
      return `${10 + row}.25`;
    case "boolean":
      return row % 2 === 0;
    case "timestamp":
      return `2026-01-0${row}T12:30:00.125Z`;
    case "date":
      return `2026-01-0${row}`;
    case "time":
      return `12:30:0${row}`;
    case "json":
      return { a: row };
    case "uuid":
      return `00000000-0000-4000-9000-00000000000${row}`;
    case "enum":
      return type.values[row % 2] ?? "";
    case "binary":
      return "";
  }
}

function defaultFor(type: FieldType): FieldDefault | undefined {
  switch (type.kind) {
    case "string":
      return { kind: "value", value: "it's \\ here" };
    case "integer":
      return { kind: "value", value: -7 };
    case "boolean":
      return { kind: "value", value: true };
    case "enum":
      return { kind: "value", value: "1" };
    default:
      return undefined;
  }
}

/** The tables as entities. */
export function entitiesOf(tables: readonly EditedTable[], round?: EditRound): Entity[] {
  return tables.map((table) => {
    const renamed = round?.renamedTables.get(table.id);
    return {
      name: `E${table.id}`,
      table: table.name,
      ...(renamed !== undefined && table.id % 2 === 0 && { renamedFrom: renamed }),
      fields: table.columns.map((column, index) => fieldOf(column, index === 0, tables, round)),
      relations: [],
      indexes: [],
      timestamps: {},
    };
  });
}

function fieldOf(
  column: EditedColumn,
  isKey: boolean,
  tables: readonly EditedTable[],
  round: EditRound | undefined,
): Field {
  const target = tables.find(({ id }) => id === column.target);
  const renamed = round?.renamedColumns.get(column.id);
  return {
    name: `f${column.id}`,
    column: column.name,
    type: column.type,
    nullable: column.nullable,
    primaryKey: isKey,
    autoIncrement: isKey,
    unique: column.unique,
    default: column.default,
    references:
      target === undefined
        ? undefined
        : { table: target.name, column: "id", onDelete: column.nullable ? "SET NULL" : "CASCADE", onUpdate: "CASCADE" },
    rules: {},
    ...(renamed !== undefined && column.id % 2 === 0 && { renamedFrom: renamed }),
  };
}
