import type { ReferenceAction } from "../../entity/entity.js";

/** A table as the database describes it, in words that can be compared with those of a snapshot. */
export interface LiveTable {
  readonly name: string;
  readonly columns: readonly LiveColumn[];
  readonly indexes: readonly LiveIndex[];
  readonly foreignKeys: readonly LiveForeignKey[];
  readonly checks: readonly LiveCheck[];
}

export interface LiveColumn {
  readonly name: string;
  /** Small letters, without collation: `varchar(120)`. */
  readonly type: string;
  readonly nullable: boolean;
  readonly primaryKey: boolean;
  readonly autoIncrement: boolean;
  /** Its text, without quotes and casts. */
  readonly default: string | undefined;
}

export interface LiveIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
}

export interface LiveForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly table: string;
  readonly targets: readonly string[];
  readonly onDelete: ReferenceAction;
  readonly onUpdate: ReferenceAction;
}

export interface LiveCheck {
  readonly name: string;
  /** The texts that its condition names, in order. */
  readonly texts: readonly string[];
}
