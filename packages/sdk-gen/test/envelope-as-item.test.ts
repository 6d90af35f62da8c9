import { afterEach, expect, test } from "vitest";
import { pair, type ServedClient, servedClient } from "./served-client.js";

const TASKS = [1, 2, 3].map((id) => ({ id, text: `task ${id}`, total: id * 10 }));
const TOTAL = { type: "integer" };
const fields = { text: { type: "string" }, total: TOTAL };
const list = (items: object): object => ({
  type: "object",
  properties: { tasks: { type: "array", items }, total: TOTAL },
});

let served: ServedClient;
afterEach(() => served.close());

test("records are known where the description gives the list's envelope as its item once more", async () => {
  const paths = pair("tasks", fields, { list: list(list({ type: "object" })) });
  served = await servedClient({ paths }, { answer: () => ({ body: { tasks: TASKS, total: 3 } }) });
  const { tasks } = served.client;
  expect(await tasks.find({ text: "task 2" })).toEqual([TASKS[1]]);
  expect((await tasks.find({ total: { ">": 10 } }).sort("id DESC")).map(({ id }: { id: number }) => id)).toEqual([
    3, 2,
  ]);
});

test("a record that holds records of its kind is no envelope", async () => {
  const node = { type: "object", properties: { id: { type: "integer" }, tasks: { type: "array", items: {} } } };
  const paths = pair("tasks", fields, { list: list(node) });
  const body = { tasks: [{ id: 1, tasks: [{ id: 2 }] }], total: 1 };
  served = await servedClient({ paths }, { answer: () => ({ body }) });
  expect(await served.client.tasks.find({ id: { ">": 0 } })).toEqual(body.tasks);
  expect(() => served.client.tasks.find({ text: "a" })).toThrow(/text: is not a field/);
});
