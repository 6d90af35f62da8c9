import { expect, test, vi } from "vitest";
import { countingReceiver, JOBS } from "./callback-receiver.js";
import { serveOverHttp } from "./http-client.js";

/** What names mean, in turn; the last address stays. Files before this one loaded the server with the real `node:dns`. */
const names = vi.hoisted(() => {
  vi.resetModules();
  return new Map<string, string[]>();
});

vi.mock("node:dns", async (original) => {
  const dns = await original<typeof import("node:dns")>();
  type Done = (error: Error | null, found: unknown) => void;
  const lookup = (name: string, options: object, done: Done): void => {
    const addresses = names.get(name);
    if (!addresses)
      return void (dns.lookup as (name: string, options: object, done: Done) => void)(name, options, done);
    const address = addresses.length > 1 ? addresses.shift() : addresses[0];
    done(null, [{ address, family: 4 }]);
  };
  return { ...dns, default: { ...dns, lookup }, lookup };
});

test("a host name is checked by the connected address, so one that resolves differently a moment later is rejected", async () => {
  const receiver = await countingReceiver(503);
  names.set("rebind.test", ["127.0.0.1", "192.0.2.1"]);
  const call = await serveOverHttp(JOBS, {}, { callbacks: true });
  await call("POST", "/jobs", { url: `http://rebind.test:${receiver.port}/` });
  const first = async () => (await call("GET", "/__mock/deliveries")).body.deliveries[0];
  await expect.poll(async () => (await first())?.state, { timeout: 5000 }).toBe("refused");
  expect((await first()).reason).toBe(
    "rebind.test is 192.0.2.1, no address of this machine; --callbacks-allow rebind.test allows it",
  );
  expect(receiver.count()).toBe(1);
});

test("an allowed host name may have any address, also one that a pattern with a star allows", async () => {
  const receiver = await countingReceiver(503);
  names.set("hooks.example.test", ["192.0.2.1"]);
  names.set("local.other.test", ["127.0.0.1"]);
  const call = await serveOverHttp(JOBS, {}, { callbacks: true, callbacksAllow: ["*.example.test"] });
  await call("POST", "/jobs", { url: "http://hooks.example.test:9/" });
  await call("POST", "/jobs", { url: `http://local.other.test:${receiver.port}/` });
  await expect.poll(receiver.count).toBeGreaterThan(0);
  const states = (await call("GET", "/__mock/deliveries")).body.deliveries.map(({ state }: { state: string }) => state);
  expect(states).not.toContain("refused");
});
