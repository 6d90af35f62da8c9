import { DatabaseError } from "../../errors/database-error.js";
import type { DatabaseConfig } from "../database-config.js";

/** The address of MongoDB. Safe to print, since it has no password. */
export interface MongoAddress {
  /** All hosts with their ports but for the last one's: `a:27017,b` of `a:27017,b:27018`. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string | undefined;
  /** With the password. Only for the driver. */
  readonly url: string;
}

const PORT = 27017;
/** @see https://www.mongodb.com/docs/manual/reference/connection-string/ */
const URL_SHAPE = /^mongodb(\+srv)?:\/\/(?:([^:@/?]*)(?::[^@/?]*)?@)?([^/?@]+)(?:\/([^?]*))?(?:\?.*)?$/;

/** @throws DatabaseError UNAVAILABLE a URL that is none, or no name of a database */
export function mongoAddress(config: DatabaseConfig): MongoAddress {
  const url = config.url ?? urlOf(config);
  const [match, srv, username = "", hosts = "", path = ""] = URL_SHAPE.exec(url) ?? [];
  if (match === undefined) {
    throw new DatabaseError("UNAVAILABLE", "The database's url is not an address of MongoDB.", {
      hint: "Write mongodb://user:password@host:27017/database, with special characters of the password percent-encoded.",
    });
  }
  const [, host = hosts, port] = /^(.*):(\d+)$/.exec(hosts) ?? [];
  const database = decode(path) || config.database;
  if (database === undefined || database === "") {
    throw new DatabaseError("UNAVAILABLE", `The url of MongoDB at ${hosts} names no database.`, {
      hint: "Name it at the end of the url: mongodb://127.0.0.1:27017/shop.",
    });
  }
  return {
    host,
    port: port === undefined || srv !== undefined ? PORT : Number(port),
    database,
    username: username === "" ? config.username : decode(username),
    url,
  };
}

function urlOf({ host = "127.0.0.1", port = PORT, database = "", username, password }: DatabaseConfig): string {
  if (username === undefined) return `mongodb://${host}:${port}/${encodeURIComponent(database)}`;
  const user = `${encodeURIComponent(username)}:${encodeURIComponent(password ?? "")}`;
  return `mongodb://${user}@${host}:${port}/${encodeURIComponent(database)}?authSource=admin`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
