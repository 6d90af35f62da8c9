import { afterEach, expect, test } from "vitest";
import { pair, type ServedClient, servedClient } from "./served-client.js";

const RUNS = [
  { id: 1, at: "2026-11-28T23:18:52.379881Z" },
  { id: 2, at: "2026-11-28T23:18:52.379220Z" },
  { id: 3, at: "2026-11-29T00:18:52.3792200+01:00" },
  { id: 4, at: "2026-11-28T23:18:52.379Z" },
  { id: 5, at: "2026-11-28T23:18:52.38Z" },
];

let served: ServedClient;
afterEach(() => served.close());

const ids = (records: readonly { id: number }[]): number[] => records.map(({ id }) => id);

test("instants compare and sort exactly, beyond milliseconds", async () => {
  const fields = { at: { type: "string", format: "date-time" } };
  served = await servedClient({ paths: pair("runs", fields) }, { answer: () => ({ body: RUNS }) });
  const { runs } = served.client;
  expect(ids(await runs.find().sort("at"))).toEqual([4, 2, 3, 1, 5]);
  expect(ids(await runs.find().sort("at DESC"))).toEqual([5, 1, 2, 3, 4]);
  const at = "2026-11-28T23:18:52.379220Z";
  expect(ids(await runs.find({ at }))).toEqual([2, 3]);
  expect(ids(await runs.find({ at: { ">": at } }))).toEqual([1, 5]);
  expect(ids(await runs.find({ at: { "<=": at } }))).toEqual([2, 3, 4]);
  expect(ids(await runs.find({ at: { ">": at, "<": "2026-11-28T23:18:52.38Z" } }))).toEqual([1]);
  expect(ids(await runs.find({ at: new Date("2026-11-28T23:18:52.379Z") }))).toEqual([4]);
});

test("a Date at midnight is a day, and any other is between two days", async () => {
  const DAYS = ["2026-11-27", "2026-11-28", "2026-11-29"].map((day, at) => ({ id: at + 1, day }));
  const day = { type: "string", format: "date" };
  const parameters = [{ name: "day_gte", in: "query", schema: day }];
  served = await servedClient(
    { paths: pair("runs", { day }, { parameters }) },
    { answer: ({ query }) => ({ body: DAYS.filter((one) => one.day >= (query.get("day_gte") ?? "")) }) },
  );
  const { runs } = served.client;
  const [midnight, noon] = [new Date("2026-11-28"), new Date("2026-11-28T12:00Z")];
  expect(ids(await runs.find({ day: { ">=": midnight } }))).toEqual([2, 3]);
  expect(served.asked()).toEqual(["/runs?day_gte=2026-11-28"]);
  expect(ids(await runs.find({ day: midnight }))).toEqual([2]);
  expect(ids(await runs.find({ day: { in: [midnight] } }))).toEqual([2]);
  expect(ids(await runs.find({ day: { "<": midnight } }))).toEqual([1]);
  expect(ids(await runs.find({ day: { ">=": noon } }))).toEqual([3]);
  expect(ids(await runs.find({ day: { "<": noon } }))).toEqual([1, 2]);
});

test("a Date is an instant in fields that the description does not declare, too", async () => {
  const inner = [
    "2026-01-02T00:00:00Z",
    "2026-01-02T01:00:00+01:00",
    "2026-01-02T00:00:00.000001Z",
    "2026-01-03T00:00:00Z",
  ];
  const records = inner.map((due, at) => ({ id: at + 1, due, body: { due } }));
  const properties = { id: { type: "integer" }, body: { type: "object" } };
  const list = { type: "array", items: { type: "object", properties, additionalProperties: {} } };
  const paths = pair("runs", { body: { type: "object" } }, { list, parameters: [{ name: "due" }] });
  served = await servedClient(
    { paths },
    { answer: ({ query }) => ({ body: records.filter(({ due }) => due === (query.get("due") ?? due)) }) },
  );
  const { runs } = served.client;
  const day = new Date("2026-01-02");
  for (const field of ["due", "body.due"]) {
    expect(ids(await runs.find({ [field]: day }))).toEqual([1, 2]);
    expect(ids(await runs.find({ [field]: [day] }))).toEqual([1, 2]);
    expect(ids(await runs.find({ [field]: { ">": day } }))).toEqual([3, 4]);
    expect(ids(await runs.find({ [field]: { "<=": day } }))).toEqual([1, 2]);
  }
});
