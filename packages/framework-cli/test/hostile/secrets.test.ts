import { afterAll, describe, expect, test } from "vitest";
import type { Outcome } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { type TemporaryApp, temporaryApp } from "../runtime/running-app.js";

/** In every secret, so that it can be looked for in whatever is printed. */
const CANARY = "zqx7hunter";
const MODEL = `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Book", { title: DataTypes.STRING(80) });
`;

/** Ways to hand over a password, to servers that are not there and addresses that are none. */
const CONFIGS: Readonly<Record<string, string>> = {
  "an address of PostgreSQL": `{ dialect: "postgres", url: "postgres://shop:${CANARY}@127.0.0.1:1/shop" }`,
  "an address with signs in the password": `{ dialect: "postgres", url: "postgres://shop:${CANARY}%40%3A%2F@127.0.0.1:1/shop?password=${CANARY}&sslpassword=${CANARY}" }`,
  "an address that is none": `{ dialect: "postgres", url: "postgres://shop:${CANARY}@@@:x/ /" }`,
  "an address of MariaDB": `{ dialect: "mariadb", url: "mariadb://shop:${CANARY}@127.0.0.1:1/shop" }`,
  "an address for mysql2": `{ dialect: "mysql", url: "mysql://shop:${CANARY}@127.0.0.1:1/shop" }`,
  "an address of MongoDB": `{ dialect: "mongodb", url: "mongodb://shop:${CANARY}@127.0.0.1:1/shop?serverSelectionTimeoutMS=200" }`,
  "an address of MongoDB that is none": `{ dialect: "mongodb", url: "mongodb://shop:${CANARY}@@127.0.0.1:x:y/shop" }`,
  "its own key": `{ dialect: "postgres", host: "127.0.0.1", port: 1, username: "shop", password: "${CANARY}", database: "shop" }`,
  "a key of a wrong kind": `{ dialect: "postgres", password: { a: "${CANARY}" }, url: ["${CANARY}"] }`,
  "a key that is not known": `{ dialect: "postgres", passwort: "${CANARY}" }`,
  "a dialect by mistake": `{ dialect: "postgres://shop:${CANARY}@db/shop" }`,
};
const COMMANDS: readonly (readonly string[])[] = [
  ["doctor"],
  ["migrations:status"],
  ["migrations:run", "--json"],
  ["db:create"],
  ["lift", "--port", "0", "--json"],
];

const apps: TemporaryApp[] = [];
afterAll(() => Promise.all(apps.map((app) => app.remove())));

describe("a database's password is printed by no command", () => {
  test.each(
    // Each command with some of them, so that all meet all kinds of drivers.
    Object.entries(CONFIGS).map(([name, database], at) => {
      return [name, database, [["doctor", "--json"], COMMANDS[at % COMMANDS.length] ?? ["doctor"]]] as const;
    }),
  )("given by %s", { timeout: 120_000 }, async (_name, database, commands) => {
    const app = await temporaryApp({
      "config/database.js": `export default { connectTimeoutMs: 300, ...${database} };\n`,
      "api/models/Book.js": MODEL,
    });
    apps.push(app);
    const outcomes: [string, Outcome][] = [];
    for (const args of commands) outcomes.push([args.join(" "), await inProcess(args, app.folder)]);
    const told = outcomes.filter(([, { out, err }]) => `${out}${err}`.includes(CANARY));
    expect(told.map(([command, { out, err }]) => `${command}: ${out}${err}`)).toEqual([]);
    // They did try.
    expect(outcomes[0]?.[1].code).toBe(1);
    for (const [, { err }] of outcomes) expect(err).not.toMatch(/\n\s+at /);
  });
});

test("a password that is part of other words leaves them as they are", async () => {
  const app = await temporaryApp({
    "config/database.js": `export default { dialect: "postgres", connectTimeoutMs: 300, url: "postgres://shop:o@127.0.0.1:1/shop" };\n`,
    "api/models/Book.js": MODEL,
  });
  apps.push(app);
  const { out } = await inProcess(["doctor"], app.folder);
  expect(out).toMatch(/^problem +database +PostgreSQL at 127\.0\.0\.1:1 cannot be reached/m);
  expect(out).not.toContain("***");
});

test("nor by a file of settings that is broken, nor by .env", async () => {
  const app = await temporaryApp({
    ".env": `DATABASE_URL=postgres://shop:${CANARY}@127.0.0.1:1/shop\nBROKEN ${CANARY}\n`,
    "config/database.js": "export default { url: process.env.DATABASE_URL, dialect: nothing };\n",
    "api/models/Book.js": MODEL,
  });
  apps.push(app);
  for (const args of [["doctor"], ["routes"], ["migrations:status"]]) {
    const { out, err } = await inProcess(args, app.folder);
    expect(`${out}${err}`).not.toContain(CANARY);
  }
});
