/** One statement of an operation. */
export interface Statement {
  readonly sql: string;
  /** True once the statement has been carried out; asked only after a crash, where structure cannot be rolled back. */
  readonly done?: Presence;
}

/** Something that is there, or is not, once a statement has been carried out. */
export interface Presence {
  readonly kind: "table" | "column" | "index" | "constraint";
  readonly table: string;
  /** Of the column, index or constraint. */
  readonly name?: string;
  readonly present: boolean;
}
