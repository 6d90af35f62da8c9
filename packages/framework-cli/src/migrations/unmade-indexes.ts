import type { Entity } from "../entity/entity.js";
import type { Operation } from "./tables/operation.js";

/** The indexes that new tables lack, in sentences without a period. */
export function unmadeIndexes(operations: readonly Operation[], entities: readonly Entity[]): readonly string[] {
  const made = operations.flatMap((operation) =>
    operation.kind === "createTable" && !operation.ifMissing ? [operation.table.name] : [],
  );
  return entities
    .filter(({ table }) => made.includes(table))
    .flatMap(({ table, unmadeIndexes = [] }) =>
      unmadeIndexes.map(
        (name) =>
          `the index ${name} of ${table} is not made: it has a condition, an expression or a method. Make it in a migration, with queryInterface.addIndex`,
      ),
    );
}
