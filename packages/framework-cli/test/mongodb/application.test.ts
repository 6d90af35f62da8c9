import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyFolder, framework, lift, newApp, packageFolder, testsOf } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { liveMongo } from "../servers/live-databases.js";

const { skip, isMongo } = await liveMongo();

describe.skipIf(skip !== undefined)("an application on MongoDB", () => {
  async function appOnMongo(): Promise<{ readonly app: string; readonly url: string }> {
    const { path, remove } = await emptyFolder();
    onTestFinished(remove);
    const app = await newApp(path, "shop", ["--db", "mongodb"]);
    const { config } = await liveMongo();
    const url = config.url ?? "";
    const forTests = new URL(url);
    forTests.pathname += "_test";
    await writeFile(
      join(app, ".env"),
      `NODE_ENV=development\nDATABASE_URL=${url}\nTEST_DATABASE_URL=${forTests.href}\n`,
    );
    return { app, url };
  }

  async function succeed(app: string, ...args: string[]): Promise<string> {
    const { code, out, err } = await inProcess(args, app);
    expect({ args, code, err: code === 0 ? "" : err }).toEqual({ args, code: 0, err: "" });
    return out;
  }

  test("from new to an answered request, with its migrations, health and tests", { timeout: 240_000 }, async () => {
    const { app, url } = await appOnMongo();
    await succeed(app, "db:create");
    await succeed(app, "resources:generate", "Author", "name:string{80}!", "id:uuid");
    await succeed(
      app,
      "resources:generate",
      "Book",
      "title:string{120}!:unique",
      "price:decimal{10,2}",
      "author:references!",
    );
    const waiting = await lift(process.execPath, [join(packageFolder, "bin/framework.js"), "lift", "--port", "0"], app);
    const unready = await fetch(`${waiting.url}/health/ready`);
    expect({ status: unready.status, ...((await unready.json()) as object) }).toMatchObject({
      status: "migrations-pending",
    });
    expect(await waiting.stop()).toBe(0);
    expect(await succeed(app, "migrations:run", "--dry-run")).toContain('db.createCollection("books"');
    expect(await succeed(app, "migrations:run")).toMatch(/^up {4}\d+-create-author.*\nup {4}\d+-create-book/);
    expect(await succeed(app, "migrations:status", "--drift")).toContain("The tables match the migrations.");

    const { url: address, stop } = await lift(
      process.execPath,
      [join(packageFolder, "bin/framework.js"), "lift", "--port", "0"],
      app,
    );
    const send = async (method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> => {
      const answer = await fetch(`${address}${path}`, {
        method,
        ...(body !== undefined && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
    };
    try {
      expect(await send("GET", "/health/ready")).toMatchObject({ status: 200 });
      const author = (await send("POST", "/authors", { name: "Austen" })).body as { id: string };
      const book = await send("POST", "/books", { title: "Emma", price: "7.5", authorId: author.id });
      expect(book).toMatchObject({ status: 201, body: { id: 1, title: "Emma", authorId: author.id } });
      expect((await send("POST", "/books", { title: "Emma", authorId: author.id })).status).toBe(409);
      expect((await send("POST", "/books", { title: "Lost", authorId: crypto.randomUUID() })).status).toBe(409);
      await send("POST", "/books", { title: "Persuasion", authorId: author.id });
      expect(await send("GET", "/books?title=Emma")).toMatchObject({ status: 200, body: [{ id: 1 }] });
      expect((await send("PATCH", "/books/1", { title: "Emma!" })).body).toMatchObject({ id: 1, title: "Emma!" });
      expect((await send("DELETE", "/books/1")).status).toBe(204);
      expect((await send("GET", "/books/1")).status).toBe(404);
    } finally {
      expect(await stop()).toBe(0);
    }
    const tests = await testsOf(app);
    expect(tests.out).toMatch(/(?:#|ℹ) fail 0\n/);

    // In the database, a key is `_id`.
    const client = await MongoClient.connect(url);
    expect(await client.db().collection("books").findOne({})).toMatchObject({ _id: 3, title: "Persuasion" });
    await client.close();
    await succeed(app, "migrations:undo", "--all", "--allow-destructive");
    expect(await succeed(app, "db:drop")).toContain("Dropped test_");
  });

  test("db:sync makes collections, and nothing twice", async () => {
    const { app } = await appOnMongo();
    await succeed(app, "models:generate", "Author", "name!:unique");
    const { out } = await inProcess(["destroy", "model", "Author", "--dry-run"], app);
    const [, migration] = /(migrations\/\S+\.js)/.exec(out) ?? [];
    expect(migration).toBeDefined();
    expect(await succeed(app, "db:sync")).toBe("createTable authors\n");
    expect(await succeed(app, "db:sync")).toMatch(/^Nothing to do/);
  });

  test("seeds are written once; db:reset begins anew with them", { timeout: 120_000 }, async () => {
    const { app } = await appOnMongo();
    await succeed(app, "models:generate", "Author", "name!:unique");
    await mkdir(join(app, "seeds"), { recursive: true });
    await writeFile(join(app, "seeds/Author.json"), '[{ "id": 5, "name": "Ada" }]');
    await writeFile(
      join(app, "seeds/more.js"),
      'export default async ({ repository }) => { await repository("Author").create({ name: "Bob" }); };\n',
    );
    await succeed(app, "migrations:run");
    expect(await succeed(app, "db:seed")).toBe("seed  Author  1 records\nseed  more\n");
    expect(await succeed(app, "db:seed")).toMatch(/^Nothing to write/);
    expect(await succeed(app, "db:reset")).toContain("seed  more");
  });

  test("five runners at once: each migration is run once", { timeout: 120_000 }, async () => {
    const { app } = await appOnMongo();
    await succeed(app, "models:generate", "Author", "name!");
    await succeed(app, "models:generate", "Book", "title!", "author:references");
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => framework(["migrations:run"], app)));
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    const lines = outcomes.flatMap(({ out }) => out.match(/^up .*-create-\w+/gm) ?? []);
    expect(lines).toHaveLength(2);
  });

  test("what there is no server for is one message", async () => {
    const { app } = await appOnMongo();
    await succeed(app, "models:generate", "Author", "name!");
    await writeFile(
      join(app, ".env"),
      "DATABASE_URL=mongodb://me:s3cr3t@127.0.0.1:1/shop?serverSelectionTimeoutMS=300\n",
    );
    const { code, err } = await inProcess(["migrations:run"], app);
    expect(code).toBe(1);
    expect(err).toContain("MongoDB at 127.0.0.1:1 cannot be reached: nothing answers there (connection refused)");
    expect(err).not.toContain("s3cr3t");
  });

  test.runIf(isMongo)("the collection itself rejects what does not fit", async () => {
    const { app, url } = await appOnMongo();
    await succeed(app, "models:generate", "Author", "name!", "age:integer", "mood:enum{good,bad}");
    await succeed(app, "migrations:run");
    const client = await MongoClient.connect(url);
    const authors = client.db().collection<{ _id: number }>("authors");
    for (const wrong of [{ name: 1 }, { age: 1 }, { name: "a", mood: "so so" }]) {
      await expect(authors.insertOne({ _id: 1, ...wrong })).rejects.toMatchObject({ code: 121 });
    }
    await client.close();
  });
});
