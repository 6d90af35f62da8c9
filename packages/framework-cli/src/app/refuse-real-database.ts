import { FrameworkError } from "../errors/framework-error.js";
import type { App } from "./app.js";
import { databaseAddress } from "./connect-database.js";

/**
 * Tests empty their database, so it must be one that is made for them.
 *
 * @throws FrameworkError NOT_A_TEST_DATABASE
 */
export function refuseRealDatabase({ config, entities }: App): void {
  const address = databaseAddress(config.database);
  if (entities.length === 0 || /test/i.test(address)) return;
  throw new FrameworkError(
    "NOT_A_TEST_DATABASE",
    `Tests empty their database, and ${address} does not have "test" in its name.`,
    { hint: 'Name another in config/environments/test.js: { database: { storage: ":memory:" } }' },
  );
}
