import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CreatedApp, createApp } from "@onespec/framework-cli";
import { linkDependencies } from "../../../../packages/framework-cli/test/command-line/framework.js";
import { inProcess } from "../../../../packages/framework-cli/test/command-line/in-process.js";
import type { Group } from "../row.js";
import { createFetchSender, createHttpSender } from "./send.js";
import type { Server } from "./server.js";

/** Pages that may call applications, by their origins; the mock lets all pages call. */
const PAGES = ["https://page.example", "null"];

/** Folders of imported applications, which several plays share. */
const imported = new Map<Group, Promise<string>>();

/** `framework new app --spec <description>`, on SQLite. */
async function importApp({ description, bodyLimit }: Group): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), "contract-table-"));
  const source = join(parent, "api.json");
  await writeFile(source, JSON.stringify(description));
  const made = await inProcess(["new", "app", "--spec", source], parent);
  if (made.code !== 0) throw new Error(made.err);
  const folder = join(parent, "app");
  await linkDependencies(folder);
  const app = { cors: { origin: [...PAGES] }, log: { level: "silent" }, ...(bodyLimit !== undefined && { bodyLimit }) };
  const settings = { app, database: { storage: ":memory:" } };
  await writeFile(join(folder, "config/environments/test.js"), `export default ${JSON.stringify(settings)};\n`);
  return folder;
}

/** The application with an empty database of its own. */
async function openApp(group: Group): Promise<CreatedApp> {
  const folder = imported.get(group) ?? importApp(group);
  imported.set(group, folder);
  return createApp(await folder, { environment: "test" });
}

export async function appOverHttp(group: Group): Promise<Server> {
  const app = await openApp(group);
  const url = await app.fastify.listen({ host: "127.0.0.1", port: 0 });
  const { send, close } = createHttpSender(url);
  return {
    send,
    close() {
      close();
      return app.close();
    },
  };
}

export async function appInProcess(group: Group): Promise<Server> {
  const app = await openApp(group);
  return { send: createFetchSender((request) => app.fetch(request)), close: () => app.close() };
}

/** Removes the folder of a group's application. */
export async function removeApp(group: Group): Promise<void> {
  const folder = await imported.get(group);
  imported.delete(group);
  if (folder !== undefined) await rm(join(folder, ".."), { recursive: true, force: true });
}
