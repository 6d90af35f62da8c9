import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get as httpGet } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { framework, packageFolder, run } from "../command-line/framework.js";
import { action, type Lifted, lift, send, type TemporaryApp, temporaryApp } from "./running-app.js";

const FILES = {
  "config/app.js": 'export default { log: { level: "silent" }, shutdownDeadlineMs: 1500 };',
  "api/controllers/pid.js": action('{ method: "GET", path: "/pid", handler: () => ({ pid: process.pid }) }'),
  "api/controllers/word.js": action('{ method: "GET", path: "/word", handler: () => "first" }'),
  "api/controllers/slow.js": action(`{
    method: "GET", path: "/slow/{ms}", inputs: { path: { ms: { schema: { type: "integer" } } } },
    handler: ({ params }) => new Promise((resolve) => setTimeout(() => resolve("done"), params.ms)),
  }`),
  "api/controllers/crash.js": action(
    '{ method: "GET", path: "/crash", handler() { setTimeout(() => { throw new Error("nobody caught me"); }, 10); return "soon"; } }',
  ),
};

let app: TemporaryApp;
const running: Lifted[] = [];
beforeEach(async () => {
  app = await temporaryApp(FILES);
});
afterEach(async () => {
  for (const server of running.splice(0)) server.process.kill("SIGKILL");
  await app.remove();
});

async function start(...flags: string[]): Promise<Lifted> {
  const server = await lift(app.folder, flags);
  running.push(server);
  return server;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("start", () => {
  test("tells the address, the routes and how long each phase took", async () => {
    const child = spawn(process.execPath, [join(packageFolder, "bin/framework.js"), "lift", "--port", "0"], {
      cwd: app.folder,
      env: { ...process.env, NODE_ENV: "development" },
    });
    let out = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    while (!out.includes("Ctrl-C")) await wait(20);
    expect(out).toMatch(/shop is up: http:\/\/127\.0\.0\.1:\d+ \(development\)/);
    expect(out).toMatch(/GET +\/slow\/\{ms\} +slow/);
    expect(out).toMatch(/Ready in \d+ ms \(process \d+, code \d+, files \d+, .*listen \d+\)/);
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("a port in use is told with one that is free", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const { code, err } = await framework(["lift", "--port", String(port)], app.folder);
    taken.close();
    expect(code).toBe(1);
    expect(err).toContain(`Port ${port} on 127.0.0.1 is in use by another program. [PORT_IN_USE]`);
    expect(err).toMatch(/Port \d+ is free: --port \d+/);
    expect((await framework(["lift", "--port", "99999"], app.folder)).code).toBe(2);
    expect((await framework(["lift", "--host", "203.0.113.1", "--port", "0"], app.folder)).err).toContain(
      "[HOST_UNAVAILABLE]",
    );
  });

  test("health answers, and is an application's own where it wants that", async () => {
    await app.write({
      "api/controllers/live.js": action('{ method: "GET", path: "/health/live", handler: () => "my own" }'),
    });
    const { url } = await start();
    expect((await send(`${url}/health/ready`)).body).toEqual({ status: "ready" });
    expect((await send(`${url}/health/live`)).body).toBe("my own");
  });
});

test("liftApp serves an application from a program, and leaves it to the program to stop it", async () => {
  await app.write({
    "program.mjs": `import assert from "node:assert/strict";
      import { liftApp } from "@onespec/framework-cli";
      const lifted = await liftApp({ folder: import.meta.dirname ?? process.cwd(), port: 0, environment: "development" });
      assert.equal(await (await fetch(lifted.url + "/word")).text(), "first");
      assert.deepEqual(lifted.phases.map(({ name }) => name), ["files", "database", "migrations", "server", "listen"]);
      await assert.rejects(liftApp({ folder: ".", port: Number(new URL(lifted.url).port) }), { code: "PORT_IN_USE" });
      assert.equal(await lifted.stop(), 0);
      console.log("stopped");`,
  });
  expect(await run(process.execPath, ["program.mjs"], app.folder)).toMatchObject({ code: 0, out: "stopped\n" });
});

describe("stop", () => {
  test("is unready first, answers what is under way, asks for other connections, and ends with 0", async () => {
    await app.write({ "config/environments/development.js": "export default { app: { shutdownDelayMs: 600 } };" });
    const server = await start();
    const slow = fetch(`${server.url}/slow/1000`);
    await wait(100);
    server.process.kill("SIGTERM");
    await wait(200);
    const ready = await send(`${server.url}/health/ready`);
    expect([ready.status, ready.body.status, ready.headers.get("connection")]).toEqual([503, "stopping", "close"]);
    expect((await send(`${server.url}/word`)).body).toBe("first");
    expect(await (await slow).text()).toBe("done");
    expect(await once(server.process, "exit")).toEqual([0, null]);
  });

  test("cuts off what takes longer than the deadline", async () => {
    const server = await start();
    const slow = fetch(`${server.url}/slow/200000`).catch(() => "cut");
    await wait(100);
    expect(await server.end()).toBe(0);
    expect(await slow).toBe("cut");
    expect(server.output()).toContain("1 requests were still under way and were cut off.");
  });

  test("a second signal ends at once", async () => {
    const server = await start();
    const slow = fetch(`${server.url}/slow/200000`).catch(() => "cut");
    await wait(100);
    server.process.kill("SIGTERM");
    // The same signal again within half a second is the same: npm passes on what the terminal has sent as well.
    while ((await fetch(`${server.url}/health/ready`).catch(() => undefined))?.ok) await wait(50);
    await wait(600);
    expect(await server.end()).toBe(143);
    expect(await slow).toBe("cut");
  });

  test("an exception that nobody catches is told with its place; what is under way is answered first", async () => {
    const server = await start();
    const slow = fetch(`${server.url}/slow/300`);
    await fetch(`${server.url}/crash`);
    expect(await (await slow).text()).toBe("done");
    expect(await once(server.process, "exit")).toEqual([1, null]);
    expect(server.output()).toMatch(
      /api\/controllers\/crash\.js:2: error: The application stops because of an uncaught error.*nobody caught me/,
    );
    expect(server.output()).not.toContain("bug in framework");
  });

  test("a promise that fails and that nobody awaits is reported although no request is in progress", async () => {
    await app.write({
      "api/controllers/forgotten.js": action(
        '{ method: "POST", path: "/forgotten", handler() { Promise.reject(new Error("nobody awaits me")); return "done"; } }',
      ),
    });
    const server = await start();
    expect((await send(`${server.url}/forgotten`, { method: "POST" })).body).toBe("done");
    expect(await once(server.process, "exit")).toEqual([1, null]);
    expect(server.output()).toMatch(
      /api\/controllers\/forgotten\.js:2: error: .* because a promise failed and nobody awaited it: Error: nobody awaits me\n {2}hint: Write await before the call/,
    );
  });
});

/** Requests over kept connections, one after the other on each, until told to stop. What each got: its status, or the error. */
function load(url: string, connections: number): { stop(): Promise<(number | string)[]> } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const results: (number | string)[] = [];
  let isOver = false;
  const one = (): Promise<void> =>
    new Promise((resolve) => {
      httpGet(url, { agent }, (answer) => {
        results.push(answer.statusCode ?? 0);
        answer.resume().on("end", resolve);
      }).on("error", (error: NodeJS.ErrnoException) => {
        results.push(error.code ?? error.message);
        resolve();
      });
    });
  const lanes = Array.from({ length: connections }, async () => {
    while (!isOver) await one();
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(lanes);
      agent.destroy();
      return results;
    },
  };
}

async function pids(url: string): Promise<Set<number>> {
  const seen = new Set<number>();
  for (let count = 0; count < 40; count += 1) {
    seen.add((await send(`${url}/pid`, { headers: { connection: "close" } })).body.pid);
  }
  return seen;
}

describe("workers", () => {
  test("share the port; under load no request fails while each of them is stopped in turn and replaced", async () => {
    const server = await start("--workers", "2");
    const before = await pids(server.url);
    expect(before.size).toBe(2);
    const loaded = load(`${server.url}/slow/5`, 20);
    await wait(200);
    let places = 0;
    for (const pid of before) {
      process.kill(pid, "SIGTERM");
      // It is about to end, or has ended already.
      await server.printed(`Worker ${pid} `);
      places += 1;
      await expect.poll(() => server.output().match(/took its place/g)?.length, { timeout: 30_000 }).toBe(places);
      await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
    }
    const results = await loaded.stop();
    expect(results.length).toBeGreaterThan(100);
    expect(results.filter((result) => result !== 200)).toEqual([]);
    const after = await pids(server.url);
    expect(after.size).toBe(2);
    expect([...after].filter((pid) => before.has(pid))).toEqual([]);
    expect(await server.end()).toBe(0);
  });

  test("one that is killed is replaced; all end with the supervisor", async () => {
    const server = await start("--workers", "2");
    const [victim = 0, other = 0] = await pids(server.url);
    process.kill(victim, "SIGKILL");
    await server.printed(`Worker ${victim} ended with signal SIGKILL`);
    await expect
      .poll(() => pids(server.url), { timeout: 10_000 })
      .toSatisfy((seen: Set<number>) => seen.size === 2 && !seen.has(victim));
    expect(await server.end()).toBe(0);
    await expect.poll(() => isAlive(other)).toBe(false);
  });

  test("when the first does not start, it ends with the reason", async () => {
    await app.write({ "api/controllers/word.js": "export default 5" });
    const { code, err } = await framework(["lift", "--port", "0", "--workers", "2"], app.folder);
    expect(code).toBe(1);
    expect(err.match(/APP_INVALID/g)).toHaveLength(1);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("--watch", () => {
  test("serves changed files on the same port, and keeps the old ones while the new are broken", async () => {
    const server = await start("--watch");
    const word = async (): Promise<string> => (await send(`${server.url}/word`)).body;
    const write = (text: string) => app.write({ "api/controllers/word.js": text });
    expect(await word()).toBe("first");
    await write(action('{ method: "GET", path: "/word", handler: () => "second" }'));
    await expect.poll(word, { timeout: 10_000 }).toBe("second");
    await write("export default {{");
    await server.printed("The new files do not start: the old ones keep serving.");
    expect(server.output()).toContain("api/controllers/word.js:1: SyntaxError");
    expect(await word()).toBe("second");
    await write(action('{ method: "GET", path: "/word", handler: () => "third" }'));
    await expect.poll(word, { timeout: 10_000 }).toBe("third");
    await app.write({
      "api/controllers/new/folder.js": action('{ method: "GET", path: "/new", handler: () => "new" }'),
    });
    await expect.poll(async () => (await send(`${server.url}/new`)).body, { timeout: 10_000 }).toBe("new");
    expect(await server.end()).toBe(0);
  });
});
