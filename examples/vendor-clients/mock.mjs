import { spawn } from "node:child_process";
import { resolve as resolvePath } from "node:path";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../packages/mock-server/bin/mock-server.js", import.meta.url));

/** Serves a description of the corpus, or the file of an absolute path, with ten records of each resource, until this process ends. */
export async function mockOf(description) {
  const file = resolvePath(process.env.CORPUS_DIR, description);
  const args = [BIN, file, "--seed", "10", "--memory", "--quiet", "--host", "127.0.0.1", "--port", "0"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  // A file that fails before its first test has to end as well.
  process.on("exit", () => child.kill());
  child.unref();
  let printed = "";
  return new Promise((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`The mock of ${description} ended with ${code}: ${printed}`)));
    child.stdout.on("data", (text) => {
      printed += text;
      const url = /http:\/\/\S+/.exec(printed)?.[0];
      if (!url) return;
      child.stdout.unref();
      resolve(url);
    });
  });
}

/** Collects what an asynchronous iteration gives, up to 300 items: a page that never ends fails the test that counts them. */
export async function collect(pages) {
  const items = [];
  for await (const item of pages) {
    items.push(item);
    if (items.length === 300) break;
  }
  return items;
}
