import type { Database } from "../database/database.js";

/** Removes every record, so that a test begins with nothing: those that refer to others first. */
export async function emptyTables(database: Database): Promise<void> {
  const left = new Set(database.entities);
  while (left.size > 0) {
    const referred = new Set(
      [...left].flatMap((entity) =>
        entity.fields.flatMap(({ references }) =>
          references === undefined || references.table === entity.table ? [] : [references.table],
        ),
      ),
    );
    const free = [...left].filter(({ table }) => !referred.has(table));
    // Entities that refer to each other in a circle have no order.
    for (const entity of free.length > 0 ? free : left) {
      await database.repository(entity.name).removeMany({});
      left.delete(entity);
    }
  }
}
