import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { StoreError } from "../store-error.js";

/** The part of `pg` in use. */
export interface PgModule {
  readonly Pool: new (options: Readonly<Record<string, unknown>>) => PgPool;
}

export interface PgPool {
  connect(): Promise<PgClient>;
  query(query: PgQuery): Promise<PgResult>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): void;
  on(event: "connect" | "remove", listener: (client: PgClient) => void): void;
}

export interface PgClient {
  readonly connection?: { readonly stream?: { destroy(): void } };
  query(query: PgQuery): Promise<PgResult>;
  release(destroy?: boolean): void;
  on(event: "error", listener: (error: Error) => void): void;
  removeListener(event: "error", listener: (error: Error) => void): void;
}

export interface PgQuery {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** The statement is prepared under this name on each connection. */
  readonly name?: string;
  /** After how long the answer is given up, in milliseconds. */
  readonly query_timeout?: number;
}

export interface PgResult {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly rowCount: number | null;
}

/** The driver beside this package, else that of the project in the working directory. @throws StoreError `STORE_DRIVER_MISSING` */
export async function loadPostgresDriver(): Promise<PgModule> {
  for (const place of [import.meta.url, join(process.cwd(), "package.json")]) {
    try {
      const module = await import(pathToFileURL(createRequire(place).resolve("pg")).href);
      return (module.default ?? module) as PgModule;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  throw new StoreError("STORE_DRIVER_MISSING", "The PostgreSQL driver pg is not installed.", {
    hint: 'Run: npm install pg@"^8.23.0"',
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
}
