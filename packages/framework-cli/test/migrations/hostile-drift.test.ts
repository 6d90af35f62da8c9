import { describe, expect, test } from "vitest";
import type { DatabaseConfig } from "../../src/database/database-config.js";
import type { Entity, Field, JsonValue } from "../../src/entity/entity.js";
import type { FieldType } from "../../src/entity/field-type.js";
import { openTarget } from "../../src/migrations/open-target.js";
import { tablesOf } from "../../src/migrations/tables/tables-of.js";
import { prepareDatabase } from "../servers/create-tables.js";
import { liveDatabases, liveMongo } from "../servers/live-databases.js";

const ROUNDS = process.env.ONESPEC_LONG === "1" ? 60 : 8;
const TABLES = 3;

/** Texts that mean something to SQL, to one database, or to who reads a catalogue. */
const PIECES = [
  ..."'\"`\\%_()[],;:?$#@&|=<>!.-+*/^~{} \t\n\r",
  ..."aZ09éßИ中ﷺ\u200d\u202e\u0301",
  ..."''|\"\"|``|\\\\|\\'|\\n|\\x41|%s|%%|--|/*|*/|::|::text|N'|E'|null|NULL|1.50|01|1e3|-0|$1|$$|\\0|_utf8mb4'|(1)".split(
    "|",
  ),
  ..." IN (| AND | ON DELETE CASCADE| REFERENCES | CONSTRAINT | AUTOINCREMENT| COLLATE nocase| CHECK (|json_valid(| COMMENT ".split(
    "|",
  ),
];
/** MySQL takes no characters beyond U+FFFF in names. */
const TEXT_PIECES = [...PIECES, "💥", "𝒳", "\u001a", "\u0001", "\u007f", "\ufeff"];

/** MongoDB rejects dots and dollars in names; FerretDB 1 indexes no field with a quotation mark or a backslash in its name. */
const MONGO_PIECES = [..."_-%@ aZ09éßИ中ﷺ"];

class Hostile {
  #state: number;
  readonly #pieces: readonly string[];

  constructor(seed: number, pieces: readonly string[]) {
    this.#state = seed * 2654435761 + 1;
    this.#pieces = pieces;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  text(most = 8): string {
    return Array.from({ length: this.below(most) }, () => this.pick(TEXT_PIECES)).join("");
  }

  /** Not two that differ in case or blanks alone; MySQL takes none that ends with a blank. */
  name(start: string): string {
    let name = start;
    for (let count = this.below(6); count > 0; count--) {
      const longer = name + this.pick(this.#pieces);
      if (Buffer.byteLength(longer) < 40) name = longer;
    }
    return `${name}x`;
  }

  entity(at: number): Entity {
    const id = field(
      "id",
      { kind: "integer" },
      { primaryKey: true, autoIncrement: this.below(2) === 0, nullable: false },
    );
    const fields = Array.from({ length: 6 }, (_, index) => this.field(`${"abcdef"[index]}`));
    const table = this.name(`t${at}`);
    const [first, second] = fields as [Field, Field];
    return {
      name: `T${at}`,
      table,
      fields: [id, ...fields],
      relations: [],
      indexes: [{ name: this.name(`i${at}`), fields: [first.name, second.name], unique: this.below(2) === 0 }],
      timestamps: {},
    };
  }

  field(start: string): Field {
    const name = this.name(start);
    const comment = { comment: this.text() };
    const given = (value: JsonValue) => ({ default: { kind: "value", value } as const, ...comment });
    switch (this.below(7)) {
      case 0: {
        const values = [...new Set(Array.from({ length: 1 + this.below(5) }, () => this.text()))];
        return field(name, { kind: "enum", values }, this.below(2) === 0 ? given(this.pick(values)) : comment);
      }
      case 1:
        return field(name, { kind: "boolean" }, given(this.below(2) === 0));
      case 2:
        return field(name, { kind: "double" }, given(this.pick([0, 1.5, -2.25, 1e21, 1.5e-7, 123456789.125, -0])));
      case 3:
        return field(name, { kind: "bigint" }, given(this.pick([0, -1, 9007199254740991, "9223372036854775807"])));
      case 4:
        return field(
          name,
          { kind: "decimal", precision: 10, scale: 2, reads: "string" },
          given(this.pick(["1.50", "0.00", "-12.34", 7])),
        );
      default:
        return field(
          name,
          { kind: "string", length: 60 },
          this.below(4) === 0 ? comment : given(this.text().slice(0, 60)),
        );
    }
  }
}

function field(name: string, type: FieldType, more: Partial<Field>): Field {
  const plain = { primaryKey: false, autoIncrement: false, nullable: true, unique: false, default: undefined };
  return { ...plain, name, column: name, type, references: undefined, rules: {}, ...more };
}

/** The last one refers to the first. */
function entitiesOf(seed: number, pieces: readonly string[]): Entity[] {
  const hostile = new Hostile(seed, pieces);
  const entities = Array.from({ length: TABLES }, (_, at) => hostile.entity(at));
  const [target] = entities as [Entity];
  const last = entities.pop() as Entity;
  const references = { table: target.table, column: "id", onDelete: "CASCADE", onUpdate: "NO ACTION" } as const;
  const refers = field(hostile.name("r"), { kind: "integer" }, { references });
  return [...entities, { ...last, fields: [...last.fields, refers] }];
}

async function driftOf(config: DatabaseConfig, entities: readonly Entity[]): Promise<readonly string[] | undefined> {
  const tables = tablesOf(entities);
  await prepareDatabase(entities, config);
  const target = await openTarget(config, process.cwd());
  try {
    return await target.drift(tables);
  } finally {
    await target.close();
  }
}

describe.each(["sqlite", "postgres", "mariadb", "mysql", "mongodb"] as const)("on %s", (name) => {
  test.for(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    "tables of hostile names, texts and defaults (%i) are what they should be",
    async (round, { skip }) => {
      const all = name === "mongodb" ? [await liveMongo()] : await liveDatabases();
      const database = all.find((each) => each.name === name);
      if (database === undefined || database.skip !== undefined) return skip(database?.skip);
      const pieces = name === "mongodb" ? MONGO_PIECES : PIECES;
      expect(await driftOf(database.config, entitiesOf(round, pieces))).toEqual([]);
    },
  );
});
