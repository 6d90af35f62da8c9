import type { ForeignKey, TableIndex } from "../tables/table.js";

/** A table as the database describes it, in words that can be compared with those of migrations. */
export interface LiveTable {
  readonly name: string;
  readonly columns: readonly LiveColumn[];
  readonly indexes: readonly TableIndex[];
  readonly foreignKeys: readonly ForeignKey[];
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

export interface LiveCheck {
  readonly name: string;
  /** The texts that its condition names, in order. */
  readonly texts: readonly string[];
  /** Set for checks of migrations. */
  readonly column?: string;
}

/** One difference between the tables that should be and those that are: `books.pages: integer, should be bigint`. */
export type Drift = string;
