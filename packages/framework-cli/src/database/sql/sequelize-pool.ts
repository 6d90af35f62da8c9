import type { Sequelize } from "sequelize";
import type { SqlPool } from "./pooled-executor.js";

/** Sequelize's own connections. Its types leave them out. */
interface ConnectionManager<C> {
  getConnection(options: { readonly type: "write" }): Promise<C>;
  releaseConnection(connection: C): void;
  readonly pool: { destroy(connection: C): Promise<void> };
}

/** The connections that Sequelize holds, lent one by one: what is run on them is the driver's business alone. */
export function lendConnections<C extends object>(
  sequelize: Sequelize,
): Pick<SqlPool<C>, "acquire" | "release" | "close"> {
  const manager = sequelize.connectionManager as unknown as ConnectionManager<C>;
  return {
    acquire: () => manager.getConnection({ type: "write" }),
    release(connection, broken) {
      if (broken) manager.pool.destroy(connection).catch(() => {});
      else manager.releaseConnection(connection);
    },
    close: () => sequelize.close(),
  };
}
