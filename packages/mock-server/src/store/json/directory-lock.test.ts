import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ProcessIdentity, readOwnIdentity } from "@onespec/command-line";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../../test/store/temporary-directory.js";
import type { RecordStore } from "../record-store.js";
import { openJsonStore } from "./json-store.js";

async function open(directory: string): Promise<RecordStore> {
  const store = await openJsonStore({ directory, durability: "os" });
  onTestFinished(() => store.close());
  return store;
}

/** A directory with the lock of another server, last touched that long ago. */
function lockedBy(holder: Partial<ProcessIdentity>, silentMs = 0): string {
  const directory = temporaryDirectory();
  const file = path.join(directory, ".lock");
  fs.writeFileSync(file, JSON.stringify({ ...readOwnIdentity(), ...holder, token: "another" }));
  const beat = new Date(Date.now() - silentMs);
  fs.utimesSync(file, beat, beat);
  return directory;
}

function keepTouching(directory: string): void {
  const timer = setInterval(() => {
    const now = new Date();
    fs.utimesSync(path.join(directory, ".lock"), now, now);
  }, 200);
  onTestFinished(() => clearInterval(timer));
}

const isLinux = process.platform === "linux";
/** No system gives numbers as high. */
const GONE = 2 ** 30;

test("a second server on one directory is rejected with the process that has it, and the first goes on", async () => {
  const directory = temporaryDirectory();
  const first = await open(directory);
  const second = openJsonStore({ directory, durability: "os" });
  await expect(second).rejects.toMatchObject({ code: "STORE_LOCKED", hint: expect.stringContaining("--data-dir") });
  await expect(second).rejects.toThrow(`process ${process.pid}`);
  await first.collection("pets").insert({ key: "1", scope: [], value: {} });
  await first.close();
  expect(await (await open(directory)).collection("pets").count()).toBe(1);
});

test("the lock of a process that is gone is taken over at once", async () => {
  const directory = lockedBy({ pid: GONE });
  await open(directory);
  expect(JSON.parse(fs.readFileSync(path.join(directory, ".lock"), "utf8"))).toMatchObject({ pid: process.pid });
});

test.runIf(isLinux)("a process that merely has the dead holder's number does not count as the holder", async () => {
  await open(lockedBy({ started: "1" }));
});

test.runIf(isLinux)("a holder that was killed and that its parent has not taken note of is dead", async () => {
  const parent = spawn("sh", ["-c", "sleep 0.05 & echo $!; exec sleep 30"], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => {
    parent.kill("SIGKILL");
  });
  const [output] = await once(parent.stdout, "data");
  const pid = Number(String(output));
  const stat = (): string[] => fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  for (let tries = 0; stat()[0] !== "Z" && tries < 500; tries++) await sleep(10);
  await open(lockedBy({ pid, started: stat()[19] }));
});

test.runIf(isLinux)(
  "a holder in another container that has long been silent is dead, also when both are process 1",
  async () => {
    await open(lockedBy({ pidNamespace: "pid:[1]" }, 60_000));
  },
);

test("a holder that cannot be looked up is alive while it shows itself", async () => {
  const remote = lockedBy({ host: "far-away", boot: "another", pid: 7 }, 60_000);
  keepTouching(remote);
  await expect(openJsonStore({ directory: remote, durability: "os" })).rejects.toThrow("process 7 on far-away");
});

test("a holder that cannot be looked up, or was killed while it wrote its lock, is dead when it stays silent", async () => {
  const unfinished = temporaryDirectory();
  fs.writeFileSync(path.join(unfinished, ".lock"), "");
  const directories = [
    unfinished,
    lockedBy({ host: "far-away", boot: "another" }),
    lockedBy({ pidNamespace: "pid:[1]" }),
  ];
  await Promise.all(directories.map(open));
});

test("of several servers that find one dead holder at the same time one takes over", async () => {
  for (let round = 0; round < 20; round++) {
    const directory = lockedBy({ pid: GONE });
    const starts = await Promise.allSettled(Array.from({ length: 6 }, () => open(directory)));
    expect(starts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(fs.readdirSync(directory)).toEqual([".lock"]);
  }
});

test("a server whose lock was taken over does not write", async () => {
  const directory = temporaryDirectory();
  const store = await open(directory);
  fs.writeFileSync(path.join(directory, ".lock"), "{}");
  await expect(store.collection("pets").insert({ key: "1", scope: [], value: {} })).rejects.toMatchObject({
    code: "STORE_UNWRITABLE",
  });
  await store.close();
  expect(fs.readFileSync(path.join(directory, ".lock"), "utf8")).toBe("{}");
});
