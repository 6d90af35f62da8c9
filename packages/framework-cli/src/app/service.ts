import type { JsonSchema } from "@onespec/spec-core";
import type { Database } from "../database/database.js";
import type { Repository } from "../database/repository.js";
import type { ActionLog, Services } from "./action.js";
import type { AppConfig } from "./app-config.js";

/** What a file in `api/services` exports: makes the service, once for each application. It knows no HTTP and no SQL. */
export type ServiceFactory = (context: ServiceContext) => unknown;

export interface ServiceContext {
  /** The repository of a model: `repository("Book")`. @throws DatabaseError UNKNOWN_ENTITY */
  repository(name: string): Repository;
  readonly transaction: Database["transaction"];
  readonly database: Database;
  /** The other services. */
  readonly services: Services;
  /** The schemas of `api/schemas`, by name. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly config: AppConfig;
  readonly log: ActionLog;
}
