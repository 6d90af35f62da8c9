import { expect, test } from "vitest";
import { createProgram } from "../cli/program.js";
import { DEFAULT_OPTIONS, type ServeFlags } from "../config/mock-options.js";
import { toMockOptions } from "./to-mock-options.js";

async function flagsOf(...args: string[]): Promise<ServeFlags> {
  const seen: ServeFlags[] = [];
  const terminal = { out: () => {}, outColor: false };
  await createProgram(terminal, async (_, flags) => void seen.push(flags)).parseAsync(args, { from: "user" });
  return seen[0] ?? expect.unreachable();
}

test("without flags the options are the defaults", async () => {
  expect(toMockOptions({}, await flagsOf("api.yaml"), false)).toEqual(DEFAULT_OPTIONS);
});

test("flags win over defaults", async () => {
  const flags = await flagsOf("api.yaml", "--seed", "3", "--port=0", "--seed-value", "x", "--memory");
  expect(toMockOptions({}, flags, false)).toEqual({
    ...DEFAULT_OPTIONS,
    seed: 3,
    port: 0,
    seedValue: "x",
    memory: true,
  });
});

test("the former name of --allow-refs still works", async () => {
  expect(await flagsOf("api.yaml", "--allow-remote-refs")).toMatchObject({ allowRefs: true });
});

test("in a container every network can reach it, unless a host is named", async () => {
  expect(toMockOptions({}, await flagsOf("api.yaml"), true).host).toBe("0.0.0.0");
  expect(toMockOptions({}, await flagsOf("api.yaml", "--host", "::1"), true).host).toBe("::1");
});

test("the config file wins over defaults, and flags win over it; where they exclude each other the flag counts", async () => {
  const file = { seed: 5, memory: true, host: "0.0.0.0" };
  const none = await flagsOf("api.yaml");
  expect(toMockOptions(file, none, false)).toEqual({ ...DEFAULT_OPTIONS, ...file });
  expect(toMockOptions(file, await flagsOf("api.yaml", "--seed", "0"), true)).toMatchObject({
    seed: 0,
    host: "0.0.0.0",
  });
  expect(toMockOptions(file, await flagsOf("api.yaml", "--data-dir", "d"), false)).toMatchObject({
    memory: false,
    dataDir: "d",
  });
});

test("a store is a database, memory or a folder, and wins over what the config file says", async () => {
  const url = "postgres://ann@db.example/mocks";
  const placeOf = async (file: object, ...args: string[]) => {
    const { store, memory, dataDir } = toMockOptions(file, await flagsOf("api.yaml", ...args), false);
    return { store, memory, dataDir };
  };
  const { dataDir } = DEFAULT_OPTIONS;
  expect(await placeOf({ memory: true }, "--store", url)).toEqual({ store: url, memory: false, dataDir });
  expect(await placeOf({ dataDir: "kept" }, "--store", "memory:")).toMatchObject({ store: undefined, memory: true });
  expect(await placeOf({ store: url }, "--store", "there")).toEqual({
    store: undefined,
    memory: false,
    dataDir: "there",
  });
  expect(await placeOf({}, "--store", "file:///there/it%20is")).toMatchObject({
    memory: false,
    dataDir: "/there/it is",
  });
  expect(await placeOf({ store: url })).toMatchObject({ store: url, memory: false });
  expect(await placeOf({ store: url }, "--memory")).toMatchObject({ store: undefined, memory: true });
  expect(await placeOf({ store: url }, "--data-dir", "d")).toEqual({ store: undefined, memory: false, dataDir: "d" });
  await expect(placeOf({}, "--store", "mysql://ann:secret@db/x")).rejects.toMatchObject({
    code: "STORE_URL_INVALID",
    message: expect.not.stringContaining("secret"),
  });
  await expect(flagsOf("api.yaml", "--store", url, "--memory")).rejects.toMatchObject({
    code: "commander.conflictingOption",
  });
});
