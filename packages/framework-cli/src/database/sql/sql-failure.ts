import { CodedError } from "@onespec/spec-core/errors";
import { type Absent, DatabaseError, type DatabaseErrorCode } from "../../errors/database-error.js";
import type { DatabaseConfig } from "../database-config.js";
import type { SqlDialect } from "../dialect.js";
import { refusedByModel } from "./sequelize/model-violations.js";
import { type ServerAddress, serverAddress } from "./server-address.js";

/** The kinds of failures, by the code of each database, or by the message of SQLite. The first match counts. */
const KINDS: Readonly<Record<Exclude<SqlDialect, "mariadb">, readonly (readonly [Kind, RegExp])[]>> = {
  // https://www.postgresql.org/docs/current/errcodes-appendix.html: 22 data exceptions; 08, 53, 57P connection, resources, shutdown.
  postgres: [
    ["UNIQUE_VIOLATION", /^23505/],
    ["FOREIGN_KEY_VIOLATION", /^23503/],
    ["VALUE_REFUSED", /^2[23]/],
    ["WRITE_CONFLICT", /^(?:40001|40P01|55P03)/],
    ["ACCESS_DENIED", /^(?:28|42501)/],
    ["NO_DATABASE", /^3D000/],
    ["UNAVAILABLE", /^(?:08|53|57P)/],
  ],
  // https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html
  mysql: [
    ["UNIQUE_VIOLATION", /^1062$/],
    ["FOREIGN_KEY_VIOLATION", /^(?:121[67]|145[12])$/],
    ["VALUE_REFUSED", /^(?:1048|1364|1406|126[45]|1292|1366|3819|4025)$/],
    ["WRITE_CONFLICT", /^(?:1205|1213|1020)$/],
    ["ACCESS_DENIED", /^(?:104[45]|1142|1698)$/],
    ["NO_DATABASE", /^1049$/],
    // Codes of a lost or refused connection: too many connections, shutdown, host blocked, killed, gone away, lost.
    ["UNAVAILABLE", /^(?:1040|1053|1129|1203|1927|2006|2013)$/],
  ],
  // https://learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors
  mssql: [
    ["UNIQUE_VIOLATION", /^26(?:01|27)$/],
    ["VALUE_REFUSED", /^547 .*CHECK constraint/s],
    ["FOREIGN_KEY_VIOLATION", /^547 /],
    // NULL rejected, text cut, overflow, conversion failed.
    ["VALUE_REFUSED", /^(?:515|2628|220|241|245|8114|8115|8152) /],
    ["WRITE_CONFLICT", /^(?:1205|1222|3960) /],
    ["NO_DATABASE", /^(?:911|4060) |^ELOGIN .*Cannot open database/s],
    ["ACCESS_DENIED", /^(?:229|916|18456|ELOGIN) /],
    ["UNAVAILABLE", /^E(?:SOCKET|TIMEOUT|CONNCLOSED|INSTLOOKUP) /],
  ],
  // https://docs.oracle.com/en/error-help/db/
  oracle: [
    ["UNIQUE_VIOLATION", /^ORA-00001/],
    ["FOREIGN_KEY_VIOLATION", /^ORA-0229[12]/],
    ["VALUE_REFUSED", /^ORA-(?:02290|01400|01407|12899|01438|01722|01426)/],
    ["WRITE_CONFLICT", /^ORA-(?:08177|00060|00054)/],
    ["ACCESS_DENIED", /^(?:NJS-007|NJS-101|ORA-01017|ORA-2800[01]|ORA-01031|ORA-01045)/],
    ["NO_DATABASE", /^(?:ORA-12514|NJS-518)/],
    ["UNAVAILABLE", /^(?:ORA-(?:03113|03114|03135|125\d\d|01033|01034|01089)|NJS-5\d\d|NJS-003|NJS-040)/],
  ],
  sqlite: [
    ["UNIQUE_VIOLATION", /(?:UNIQUE|PRIMARY KEY) constraint failed/],
    ["FOREIGN_KEY_VIOLATION", /FOREIGN KEY constraint failed/],
    ["VALUE_REFUSED", /(?:NOT NULL|CHECK) constraint failed/],
    [
      "UNAVAILABLE",
      /database (?:table |schema )?is locked|unable to open database file|disk I\/O error|not a database|is full|readonly database|EACCES|EROFS|ENOTDIR/,
    ],
  ],
};

type Kind = DatabaseErrorCode | "NO_DATABASE";

/** Fields of the drivers' errors, in addition to `message`. */
interface DriverError extends Error {
  readonly code?: string;
  readonly errno?: number;
  readonly number?: number;
  readonly sqlMessage?: string | null;
  readonly detail?: string;
  readonly column?: string;
  readonly constraint?: string;
}

const PRODUCTS = {
  sqlite: "SQLite",
  postgres: "PostgreSQL",
  mysql: "MySQL",
  mariadb: "MariaDB",
  mssql: "SQL Server",
  oracle: "Oracle",
} as const;

/**
 * Turns errors of a driver, and Sequelize's errors around them, into DatabaseErrors. Returns other errors unchanged.
 */
export function errorTranslator(
  config: DatabaseConfig & { readonly dialect: SqlDialect },
): (error: unknown, sql?: string) => unknown {
  const { dialect, storage } = config;
  const isFile = dialect === "sqlite";
  const file = storage === undefined || storage === ":memory:" ? "SQLite in memory" : `SQLite in ${storage}`;
  const product = isFile ? file : PRODUCTS[dialect];
  const address = isFile ? undefined : serverAddress(config);
  return (error, sql) => {
    if (!(error instanceof Error) || error instanceof CodedError) return error;
    if (error.name === "SequelizeValidationError") return refusedByModel(error);
    return databaseError(product, address, failureOf(error, dialect), error, sql);
  };
}

/** The facts of an error, independent of the database. Columns and constraints as the table spells them. */
export interface SqlFailure {
  readonly code: DatabaseErrorCode;
  /** The message of the server or the driver. */
  readonly said: string;
  readonly columns?: readonly string[];
  readonly constraint?: string | undefined;
  readonly absent?: Absent | undefined;
  /** The server knows no database of this name. */
  readonly databaseMissing?: boolean;
}

function failureOf(error: Error, dialect: SqlDialect): SqlFailure {
  const root = rootOf(error) as DriverError;
  const said = (root.sqlMessage ?? root.message)
    .replace(/^SQLITE_\w+: /, "")
    // Advice for people who type statements.
    .replace(/ - should this be a string literal in single-quotes\?$/, "");
  if (error.name === "SequelizeOptimisticLockError") return { code: "WRITE_CONFLICT", said };
  const family = dialect === "mariadb" ? "mysql" : dialect;
  const key = {
    postgres: root.code ?? "",
    mysql: String(root.errno ?? ""),
    mssql: `${root.number ?? root.code ?? ""} ${said}`,
    oracle: /\b(?:ORA|NJS)-\d+/.exec(said)?.[0] ?? "",
    sqlite: `${root.code ?? ""} ${said}`,
  }[family];
  const kind = KINDS[family].find(([, pattern]) => pattern.test(key))?.[0];
  if (kind === "NO_DATABASE") return { code: "UNAVAILABLE", said, databaseMissing: true };
  if (kind !== undefined) {
    const reason = dialect === "sqlite" && /is locked/.test(said) ? "another connection holds it for writing" : said;
    return { code: kind, said: reason, ...PARTS[family](root, said, kind) };
  }
  const unreachable = networkFailure(root);
  if (unreachable !== undefined) return { code: "UNAVAILABLE", said: unreachable };
  const isConnection = /^SequelizeConnection|^SequelizeHost/.test(error.name);
  const isLost =
    dialect !== "sqlite" && /timeout|Connection terminated|not queryable|pool is closed/i.test(`${root.code} ${said}`);
  const isClosed = /connection is closed|connection manager was closed|closed state|connection.{0,200}clos/i.test(said);
  if (isConnection || isLost || isClosed) return { code: "UNAVAILABLE", said };
  return { code: "QUERY_FAILED", said, absent: absentPart(said) };
}

/** Messages of SQLite, PostgreSQL, MySQL and MariaDB, SQL Server and Oracle about a missing table or column. */
const ABSENT: readonly (readonly [Absent["kind"], RegExp])[] = [
  ["table", /no such table: (?:main\.)?(\S+)/],
  ["column", /no such column: "?(?:\w+\.)?(\w+)/],
  ["column", /has no column named (\S+)/],
  ["table", /^relation "([^"]+)" does not exist/],
  ["column", /^column "?(?:[^"\s]+\.)?([^"\s]+)"? (?:of relation "[^"]+" )?does not exist/],
  ["table", /^Table '(?:[^'.]*\.)?([^']+)' doesn't exist/],
  ["column", /^Unknown column '(?:[^'.]*\.)?([^']+)'/],
  ["table", /^Invalid object name '(?:[^'.]*\.)?([^']+)'/],
  ["column", /^Invalid column name '([^']+)'/],
  ["table", /^ORA-00942: table or view (?:"(?:[^"]*"\.")?([^"]+)" )?does not exist/],
  ["column", /^ORA-00904: (?:"[^"]*"\.)?"([^"]+)": invalid identifier/],
];

/** The table or column that a statement misses: of our errors, and of Sequelize's models. */
export function absentOf(error: unknown): Absent | undefined {
  if (error instanceof DatabaseError) return error.absent;
  return error instanceof Error && error.name.startsWith("Sequelize") ? absentPart(rootOf(error).message) : undefined;
}

function absentPart(said: string): Absent | undefined {
  for (const [kind, pattern] of ABSENT) {
    const found = pattern.exec(said);
    if (found !== null) return { kind, name: found[1] ?? "" };
  }
  return undefined;
}

/** Sequelize wraps the driver's error, and a pool wraps the error of its connection. */
function rootOf(error: Error & { readonly original?: unknown }): Error {
  if (error.original instanceof Error) return rootOf(error.original);
  return error.cause instanceof Error && !(error instanceof AggregateError) ? rootOf(error.cause) : error;
}

type Parts = Pick<SqlFailure, "columns" | "constraint">;

/** Finds the columns and constraints in an error. Each database names them in another place. */
const PARTS: Readonly<Record<Exclude<SqlDialect, "mariadb">, (error: DriverError, said: string, kind: Kind) => Parts>> =
  {
    postgres({ detail = "", column, constraint }) {
      // `Key (author_id, "Name")=(1, x) already exists.`
      const list = /^Key \((.*?)\)=/.exec(detail)?.[1]?.split(", ") ?? [];
      const named = list.map((name) => name.replace(/^"|"$/g, ""));
      return { columns: column === undefined ? named : [column], constraint };
    },
    mysql(_error, said, kind) {
      if (kind === "FOREIGN_KEY_VIOLATION") return { columns: matches(said, /FOREIGN KEY \(`([^`]*)`/) };
      // for key 'books.isbn' (MySQL 8) or 'isbn'
      const key = /for key '(?:[^'.]*\.)?([^']*)'/.exec(said)?.[1];
      const constraint = key ?? /(?:constraint '|CONSTRAINT `)([^'`]*)/.exec(said)?.[1];
      if (constraint !== undefined) return { constraint };
      // Takes the last match: a text of the client may come before it, as in Incorrect integer value: 'x' for column
      // `shop`.`books`.`pages`.
      const named = said.match(/(?:[Cc]olumn|Field) (?:'[^']*'|(?:`[^`]*`\.?)+)/g)?.at(-1);
      return { columns: matches(named ?? "", /([^.'`]+)['`]$/) };
    },
    mssql(_error, said) {
      const [constraint] = matches(said, /(?:constraint|unique index) ['"]([^'"]+)['"]/);
      return { constraint, columns: matches(said, /column '([^']+)'/) };
    },
    oracle(_error, said, kind) {
      // (SHOP.BOOKS_ISBN) and ("SHOP"."books"."title")
      const columns = kind === "VALUE_REFUSED" ? matches(said, /\."([^".]+)"(?: |\)|$)/) : [];
      const [constraint] = matches(said, /\((?:[^().]+\.)?([^().]+)\)/);
      return columns.length > 0 ? { columns } : { constraint: constraint?.replaceAll('"', "") };
    },
    sqlite(_error, said) {
      // `UNIQUE constraint failed: books.isbn`; an index over an expression appears by its name.
      const places = /constraint failed(?:: (.*))?$/.exec(said)?.[1] ?? "";
      const index = /^index '(.*)'$/.exec(places)?.[1];
      const isCheck = said.startsWith("CHECK");
      const columns = isCheck ? [] : places.split(", ").flatMap((each) => each.split(".")[1] ?? []);
      return { columns, constraint: isCheck ? places : index };
    },
  };

function matches(text: string, pattern: RegExp): string[] {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? [] : [found];
}

/** Codes of the operating system and of Node, the same with every driver. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there (connection refused)",
  ENOTFOUND: "there is no host of this name",
  EAI_AGAIN: "the name of the host cannot be looked up",
  ETIMEDOUT: "no answer in time",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ECONNRESET: "the connection was cut",
  EPIPE: "the connection was cut",
};

/** The first of an error and its causes that is about the network. */
export function networkFailure(error: Error): string | undefined {
  for (const each of chain(error)) {
    const code = "code" in each ? String(each.code) : "";
    const reason = UNREACHABLE[code] ?? UNREACHABLE[/\b(E[A-Z]{4,})\b/.exec(each.message)?.[1] ?? ""];
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function chain(error: Error): Error[] {
  const parts = error instanceof AggregateError ? error.errors.filter((each) => each instanceof Error) : [];
  return [error, ...(error.cause instanceof Error ? chain(error.cause) : []), ...parts.flatMap(chain)];
}

/** The error for users. It contains no password and no values. */
export function databaseError(
  product: string,
  address: Pick<ServerAddress, "host" | "port" | "database" | "username"> | undefined,
  { code, said, columns = [], constraint, absent, databaseMissing }: SqlFailure,
  cause: Error,
  sql?: string,
): DatabaseError {
  const place = address === undefined ? product : `${product} at ${address.host}:${address.port}`;
  const error = (message: string, hint?: string): DatabaseError =>
    new DatabaseError(code, message, { cause, fields: columns, constraint, absent, hint });
  switch (code) {
    case "UNIQUE_VIOLATION":
      return error(`There is another record with the same ${columns.join(" and ") || constraint || "key"}.`);
    case "FOREIGN_KEY_VIOLATION":
      return error("A record it refers to is missing, or another record still refers to it.");
    case "VALUE_REFUSED":
      return error(`${place} rejected a value: ${said}.`);
    case "WRITE_CONFLICT":
      return error(`Another transaction changed the same records: ${said}.`, "Run the transaction again.");
    case "UNAVAILABLE": {
      const missing = "Create it with db:create, or correct the name in config/database.js.";
      if (databaseMissing) return error(`${place} has no database ${address?.database ?? ""}.`, missing);
      const isFile = address === undefined;
      if (isFile && /\bfull\b/.test(said))
        return error(`${place} cannot be written: ${said}.`, "Free space on its disk.");
      return error(
        `${place} cannot be reached: ${said}.`,
        isFile
          ? "Let the file and its folder be read and written, or name another file in config/database.js."
          : "Start the database, or correct its address in config/database.js or DATABASE_URL.",
      );
    }
    case "ACCESS_DENIED":
      return error(
        `${place} rejects the user ${address?.username ?? "(none)"}: ${said}.`,
        "Correct username and password in config/database.js, or the rights of that user.",
      );
    default:
      return error(`${place} rejected a statement: ${said}`, sql && `The statement: ${sql.slice(0, 500)}`);
  }
}
