import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { countingReceiver, JOBS } from "./callback-receiver.js";
import { type Client, serveOverHttp } from "./http-client.js";

/** What names mean. Files before this one loaded the server with the real `node:dns`. */
const names = vi.hoisted(() => {
  vi.resetModules();
  return new Map<string, { address: string; family: number }[]>();
});

vi.mock("node:dns", async (original) => {
  const dns = await original<typeof import("node:dns")>();
  const lookup = (name: string, _options: object, done: (error: Error | null, found?: unknown) => void): void => {
    const found = names.get(name);
    if (found) done(null, found);
    else done(Object.assign(new Error(`ENOTFOUND ${name}`), { code: "ENOTFOUND" }));
  };
  return { ...dns, default: { ...dns, lookup }, lookup };
});

/** How the only delivery of a server ended. */
async function ended(call: Client, url: string): Promise<{ state: string; reason?: string }> {
  await call("DELETE", "/__mock/deliveries");
  expect((await call("POST", "/jobs", { url })).status).toBe(202);
  const first = async () => (await call("GET", "/__mock/deliveries")).body.deliveries[0];
  await expect.poll(async () => (await first())?.state ?? "pending", { timeout: 20_000 }).not.toBe("pending");
  return first();
}

test("addresses of other machines are rejected, however they are written", async () => {
  const call = await serveOverHttp(JOBS, {}, { callbacks: true });
  for (const host of [
    "192.168.1.1",
    "3232235777",
    "0xC0A80101",
    "0300.0250.1.1",
    "192.168.257",
    "%31%39%32.168.1.1",
    "１９２.168.1.1",
    "192。168。1。1",
    "user:127.0.0.1@192.168.1.1",
    "127.0.0.1@10.0.0.1",
    "0",
    "0.0.0.0",
    "255.255.255.255",
    "169.254.169.254",
    "[::]",
    "[::ffff:192.168.1.1]",
    "[::ffff:c0a8:101]",
    "[::192.168.1.1]",
    "[64:ff9b::c0a8:101]",
    "[fe80::1]",
    "[fd00::1]",
    "[2002:c0a8:101::]",
  ]) {
    const { state, reason } = await ended(call, `http://${host}/hook`);
    expect([host, state, reason]).toEqual([host, "refused", expect.stringContaining("no")]);
  }
});

test("all addresses of a host name are checked, and only those of this machine are connected to", async () => {
  const { port, count } = await countingReceiver(204);
  const call = await serveOverHttp(JOBS, {}, { callbacks: true });
  names.set("private.test", [{ address: "10.0.0.1", family: 4 }]);
  names.set("mapped.test", [{ address: "::ffff:10.0.0.1", family: 6 }]);
  names.set("localhost.evil.test", [{ address: "192.168.1.1", family: 4 }]);
  for (const name of ["private.test", "mapped.test", "localhost.evil.test", "PRIVATE.test", "private.test."]) {
    if (name.endsWith(".")) names.set(name, [{ address: "10.0.0.1", family: 4 }]);
    expect(await ended(call, `http://${name}:${port}/`)).toMatchObject({ state: "refused" });
  }
  names.set("both.test", [
    { address: "10.0.0.1", family: 4 },
    { address: "127.0.0.1", family: 4 },
  ]);
  expect(await ended(call, `http://both.test:${port}/`)).toMatchObject({ state: "delivered" });
  expect(count()).toBe(1);
});

test("patterns allow subdomains of their name, and no names that look similar", async () => {
  const call = await serveOverHttp(JOBS, {}, { callbacks: true, callbacksAllow: ["*.example.test", "hooks.test"] });
  for (const name of ["example.test.evil", "evilexample.test", "example.test", "x.hooks.test", "hooks.test.evil"]) {
    names.set(name, [{ address: "10.0.0.1", family: 4 }]);
    expect([name, (await ended(call, `http://${name}/`)).state]).toEqual([name, "refused"]);
  }
});

test.each([
  "file:///etc/passwd",
  "ftp://127.0.0.1/",
  "gopher://127.0.0.1/",
  "javascript:alert(1)",
  "//127.0.0.1/",
  "127.0.0.1",
  "http://",
])("%s is no address to send to", async (url) => {
  const call = await serveOverHttp(JOBS, {}, { callbacks: true });
  expect(await ended(call, url)).toMatchObject({ state: "refused" });
});

test("at most a thousand deliveries wait for a host that does not answer, and the server still stops", async () => {
  const silent = createTcpServer();
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const sockets = new Set<{ destroy(): void }>();
  silent.on("connection", (socket) => sockets.add(socket.on("error", () => undefined)));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const call = await serveOverHttp(JOBS, {}, { callbacks: true });
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  for (let batch = 0; batch < 11; batch++)
    await Promise.all(Array.from({ length: 100 }, () => call("POST", "/jobs", { url })));
  const reasons = async () =>
    (await call("GET", "/__mock/deliveries?limit=500")).body.deliveries.map(
      ({ reason }: { reason?: string }) => reason,
    );
  await expect.poll(reasons, { timeout: 5_000 }).toContain("1000 others have not arrived yet");
  expect((await call("GET", "/__mock/health")).status).toBe(200);
  await call.close();
});

test("the total size of waiting bodies is limited, and large bodies leave the log once they are sent", async () => {
  const { port } = await countingReceiver(204);
  const call = await serveOverHttp(JOBS, {}, { callbacks: true });
  const note = "x".repeat(100_000);
  await call("POST", "/jobs", { url: `http://127.0.0.1:${port}/`, note });
  const first = async () => (await call("GET", "/__mock/deliveries")).body.deliveries[0];
  await expect.poll(async () => (await first())?.state, { timeout: 10_000 }).toBe("delivered");
  expect((await first()).body?.length ?? 0).toBeLessThan(20_000);
});

test("a website cannot cause callbacks to this machine; a page under development can", async () => {
  const { port, count } = await countingReceiver(204);
  const call = await serveOverHttp(JOBS, {}, { callbacks: true, controlHosts: ["app.example.com"] });
  const ask = async (origin: string): Promise<object> => {
    await call("DELETE", "/__mock/deliveries");
    await call("POST", "/jobs", { url: `http://127.0.0.1:${port}/` }, { origin });
    const first = async () => (await call("GET", "/__mock/deliveries")).body.deliveries[0];
    await expect.poll(async () => (await first())?.state ?? "pending").not.toBe("pending");
    return first();
  };
  for (const origin of ["https://evil.example", "null", "https://localhost.evil.example"])
    expect(await ask(origin)).toMatchObject({ state: "refused", reason: expect.stringContaining(`page of ${origin}`) });
  expect(count()).toBe(0);
  for (const origin of ["http://localhost:5173", "http://127.0.0.1:8080", "https://app.example.com"])
    expect(await ask(origin)).toMatchObject({ state: "delivered" });
});

test("many concurrent retries cause no warning of the process", async () => {
  const warnings: string[] = [];
  const warn = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  const call = await serveOverHttp(JOBS, {}, { callbacks: true });
  const url = "http://127.0.0.1:1/";
  await Promise.all(Array.from({ length: 30 }, () => call("POST", "/jobs", { url })));
  const tried = async () =>
    (await call("GET", "/__mock/deliveries?limit=500")).body.deliveries.filter(
      ({ attempts }: { attempts: unknown[] }) => attempts.length > 1,
    ).length;
  await expect.poll(tried, { timeout: 8_000 }).toBe(30);
  expect(warnings).not.toContain("MaxListenersExceededWarning");
});
