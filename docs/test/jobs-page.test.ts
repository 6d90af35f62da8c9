import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emptyFolder, newApp, run } from "../../packages/framework-cli/test/command-line/framework.js";
import { inProcess } from "../../packages/framework-cli/test/command-line/in-process.js";

const { path: parent, remove } = await emptyFolder();
afterAll(remove);

const page = await readFile(new URL("../framework/jobs.md", import.meta.url), "utf8");
const section = page.slice(page.indexOf("### On SQLite"), page.indexOf("### In tests"));

/** Sends the mail, then stops the worker as a terminal or systemd does. */
const MAIL = `export default () => ({
  orderPlaced: async (id) => {
    console.log("order " + id);
    process.kill(process.pid, "SIGTERM");
  },
});
`;

const QUEUE = `import { createApp } from "@onespec/framework-cli";
const { services, database, close } = await createApp();
await services.jobs.add("unknown", {});
await services.jobs.add("order-mail", { orderId: 7 });
const undone = database.transaction(async () => {
  await services.jobs.add("order-mail", { orderId: 8 });
  throw new Error("rolled back");
});
await undone.catch(() => {});
await close();
`;

const LIST = `import { createApp } from "@onespec/framework-cli";
const { database, close } = await createApp();
const jobs = await database.repository("Job").find({});
console.log(JSON.stringify(jobs.map(({ name, attempts }) => [name, attempts])));
await close();
`;

test("the queue of framework/jobs.md on SQLite runs jobs, keeps failed ones, and rolls back", async () => {
  const app = await newApp(parent, "shop", [], inProcess);
  for (const [, words = ""] of section.matchAll(/^node run bin\/framework\.js (.*)$/gm)) {
    const { code, err } = await inProcess(words.replaceAll('"', "").split(" "), app);
    expect(code, `${words}\n${err}`).toBe(0);
  }
  const blocks = [...section.matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)];
  expect(blocks.map(([, path]) => path)).toEqual(["api/services/jobs.js", "worker.js"]);
  for (const [, path = "", content = ""] of blocks) await writeFile(join(app, path), content);
  await writeFile(join(app, "api/services/mail.js"), MAIL);
  await writeFile(join(app, "queue.js"), QUEUE);
  await writeFile(join(app, "list.js"), LIST);

  const queued = await run(process.execPath, ["queue.js"], app);
  expect(queued.code, queued.err).toBe(0);
  const worker = await run(process.execPath, ["worker.js"], app);
  expect([worker.code, worker.out], worker.err).toEqual([0, "order 7\n"]);
  expect(worker.err).toContain("A job failed");
  expect((await run(process.execPath, ["list.js"], app)).out).toBe('[["unknown",1]]\n');
});
