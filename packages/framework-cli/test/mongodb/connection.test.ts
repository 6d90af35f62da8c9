import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import type { DatabaseConfig } from "../../src/database/database-config.js";
import { mongoAddress } from "../../src/database/mongodb/mongo-address.js";
import { translateMongoError } from "../../src/database/mongodb/mongo-errors.js";
import { openDatabase } from "../../src/database/open-database.js";
import { DatabaseError } from "../../src/errors/database-error.js";
import { liveMongo } from "../servers/live-databases.js";
import { freePort } from "../servers/server-folder.js";

const PASSWORD = "s3cr3t-pa55word";
const CONFIG: DatabaseConfig = {
  dialect: "mongodb",
  database: "shop",
  poolSize: 2,
  connectTimeoutMs: 60_000,
  driverOptions: {},
  logQueries: false,
};

async function failureOf(config: DatabaseConfig): Promise<DatabaseError> {
  const error = await openDatabase(config, [], process.cwd()).then(
    () => new Error("it did not fail"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DatabaseError);
  return error as DatabaseError;
}

describe("connecting to MongoDB", () => {
  test("where nothing listens: unavailable at once, with host and port, without the password", async () => {
    const port = await freePort();
    for (const config of [
      { ...CONFIG, url: `mongodb://me:${PASSWORD}@127.0.0.1:${port}/shop` },
      { ...CONFIG, host: "127.0.0.1", port, username: "me", password: PASSWORD },
      { ...CONFIG, url: `mongodb://me:${PASSWORD}@127.0.0.1:${port},127.0.0.1:${port}/shop?replicaSet=rs0` },
    ]) {
      const error = await failureOf(config);
      expect(error.code).toBe("UNAVAILABLE");
      expect(error.message).toContain(
        `127.0.0.1:${port} cannot be reached: nothing answers there (connection refused)`,
      );
      expect(`${error.message} ${error.hint}`).not.toContain(PASSWORD);
    }
  });

  test("a server that accepts and says nothing: unavailable in time", async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const error = await failureOf({ ...CONFIG, host: "127.0.0.1", port, connectTimeoutMs: 300 });
    expect(error.code).toBe("UNAVAILABLE");
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test("addresses: parts, several hosts, an SRV record, escaped names; mistakes say how to write one", () => {
    const of = (url: string) => {
      const { url: _, ...address } = mongoAddress({ ...CONFIG, url });
      return address;
    };
    expect(of("mongodb://h/shop")).toEqual({ host: "h", port: 27017, database: "shop", username: undefined });
    expect(of("mongodb://a%40b:p%2Fw@h:1,i:2/my%20shop?replicaSet=rs0")).toEqual({
      host: "h:1,i",
      port: 2,
      database: "my shop",
      username: "a@b",
    });
    expect(of("mongodb+srv://u:p@cluster.example.com")).toMatchObject({
      host: "cluster.example.com",
      database: "shop",
    });
    expect(mongoAddress({ ...CONFIG, host: "h", username: "u", password: "p/w" }).url).toBe(
      "mongodb://u:p%2Fw@h:27017/shop?authSource=admin",
    );
    for (const url of ["postgres://h/shop", "mongodb://", `mongodb://me:${PASSWORD}@`]) {
      expect(() => of(url)).toThrow(
        expect.objectContaining({ code: "UNAVAILABLE", hint: expect.stringContaining("mongodb://user:password@host") }),
      );
    }
    expect(() => mongoAddress({ ...CONFIG, database: "", url: "mongodb://h" })).toThrow(/names no database/);
  });

  test("the server's errors become the codes of every database", () => {
    const address = mongoAddress({ ...CONFIG, url: `mongodb://me:${PASSWORD}@h:1/shop` });
    const told = (code: number | undefined, message: string, more: object = {}, name = "MongoServerError") => {
      const error = Object.assign(new Error(message), { name, code, ...more });
      return translateMongoError(error, address) as DatabaseError;
    };
    expect(told(11000, "E11000", { keyPattern: { email: 1 } })).toMatchObject({
      code: "UNIQUE_VIOLATION",
      fields: ["email"],
    });
    const bulk = { writeErrors: [{ err: { errmsg: "E11000 … index: authors_email_unique dup key: { }" } }] };
    expect(told(11000, "E11000", bulk)).toMatchObject({ constraint: "authors_email_unique" });
    expect(told(18, "Authentication failed")).toMatchObject({
      code: "ACCESS_DENIED",
      message: "MongoDB at h:1 rejects the user me: Authentication failed.",
    });
    expect(told(121, "Document failed validation")).toMatchObject({ code: "VALUE_REFUSED" });
    expect(told(20, "Transaction numbers are only allowed on a replica set member or mongos")).toMatchObject({
      code: "TRANSACTIONS_UNSUPPORTED",
      hint: expect.stringContaining("--replSet"),
    });
    expect(told(undefined, "closed", {}, "MongoTopologyClosedError")).toMatchObject({ code: "UNAVAILABLE" });
    expect(told(2, "unknown operator: $near2")).toMatchObject({ code: "QUERY_FAILED" });
    const own = new TypeError("a mistake of the application");
    expect(translateMongoError(own, address)).toBe(own);
  });
});

test("without transactions there is a message instead of half a one, and closing ends everything", async ({
  skip: leaveOut,
}) => {
  const { config, skip, isMongo } = await liveMongo();
  if (skip !== undefined || isMongo) return leaveOut(skip);
  const database = await openDatabase(config, [], process.cwd());
  await expect(database.transaction(async () => 1)).rejects.toMatchObject({ code: "TRANSACTIONS_UNSUPPORTED" });
  expect(() => database.sequelize).toThrow(expect.objectContaining({ code: "SEQUELIZE_UNSUPPORTED" }));
  await database.close();
  await expect(database.ping()).rejects.toMatchObject({ code: "UNAVAILABLE" });
});
