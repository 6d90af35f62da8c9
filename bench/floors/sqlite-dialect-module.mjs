// The package sqlite3, which Sequelize expects on SQLite, has to be compiled: this stands in for it, over the driver of the framework.
import { openSqlite } from "../../packages/framework-cli/dist/database/sql/sqlite-driver.js";

/** `this` of a callback. Sequelize looks at the class's name. */
class Statement {
  lastID = 0;
  changes = 0;
}

/** @param appFolder where the driver is installed */
export function sqliteDialectModule(appFolder) {
  class Database {
    #connection;
    /** Calls are done one after another, in the order in which they were made. */
    #last;

    constructor(file, _mode, done) {
      this.filename = file;
      this.#connection = openSqlite(file, appFolder).then((connection) => {
        connection.exec("PRAGMA busy_timeout = 5000");
        return connection;
      });
      this.#last = this.#connection.then(
        () => done(null),
        (error) => done(error),
      );
    }

    run(sql, ...rest) {
      return this.#call(rest, (connection, parameters, statement) => {
        const { changes, lastInsertRowid } = connection.prepare(sql).run(...parameters);
        statement.changes = Number(changes);
        statement.lastID = Number(lastInsertRowid);
      });
    }

    all(sql, ...rest) {
      return this.#call(rest, (connection, parameters) => connection.prepare(sql).all(...parameters));
    }

    exec(sql, done) {
      return this.#call([done], (connection) => connection.exec(sql));
    }

    serialize(work) {
      work();
    }

    close(done) {
      this.#last = this.#last.then(async () => {
        (await this.#connection).close();
        done?.(null);
      });
    }

    #call(rest, work) {
      const done = rest.find((each) => typeof each === "function");
      const given = rest.find((each) => typeof each === "object" && each !== null);
      const parameters = given === undefined ? [] : Array.isArray(given) ? given : [given];
      this.#last = this.#last.then(async () => {
        const statement = new Statement();
        try {
          const rows = work(await this.#connection, parameters, statement);
          done?.call(statement, null, rows);
        } catch (error) {
          const code = / constraint failed/.test(error.message) ? "SQLITE_CONSTRAINT" : "SQLITE_ERROR";
          done?.call(statement, Object.assign(new Error(`${code}: ${error.message}`, { cause: error }), { code }));
        }
      });
      return this;
    }
  }
  return { OPEN_READWRITE: 2, OPEN_CREATE: 4, Database };
}
