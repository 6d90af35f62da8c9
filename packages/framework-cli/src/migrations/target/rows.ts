/** The rows of a table for steps of migrations: columns as the table spells them, values as JavaScript has them. */
export interface Rows {
  find(where?: RowFilter): Promise<readonly Record<string, unknown>[]>;
  count(where?: RowFilter): Promise<number>;
  insert(rows: RowValues | readonly RowValues[]): Promise<number>;
  /** @returns how many were changed */
  update(where: RowFilter, values: RowValues): Promise<number>;
  delete(where: RowFilter): Promise<number>;
}

/** Every column must equal its value, be one of a list, or be null. */
export type RowFilter = Readonly<Record<string, unknown>>;

export type RowValues = Readonly<Record<string, unknown>>;
