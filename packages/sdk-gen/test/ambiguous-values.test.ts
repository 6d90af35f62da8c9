import { afterAll, beforeAll, expect, test } from "vitest";
import { pair, type ServedClient, servedClient } from "./served-client.js";

const NAMES = ["gt:5", "contains:a", "a", "b", "a,b", "!a", "null", "user:1", "https://a.test/x"];
const RECORDS = NAMES.map((name, at) => ({ id: at + 1, name }));

let served: ServedClient;
beforeAll(async () => {
  served = await servedClient(
    { paths: pair("flows", { name: { type: "string" } }, { parameters: [{ name: "name" }] }) },
    {
      // As ZenML, Django and others: the values of a plain parameter may have an operator before them, or be several.
      answer: ({ query }) => {
        const asked = query.get("name");
        const [, operator = "in", operand = ""] = /^(?:(gt|contains):|(?=!))?(.*)$/.exec(asked ?? "") ?? [];
        const tests: Record<string, (name: string) => boolean> = {
          gt: (name) => Number(name) > Number(operand),
          contains: (name) => name.includes(operand),
          in: (name) => (operand.startsWith("!") ? name !== operand.slice(1) : operand.split(",").includes(name)),
        };
        const isAll = asked === null;
        if (asked === "null") return { body: [] };
        return { body: RECORDS.filter(({ name }) => isAll || tests[operator]?.(name)) };
      },
    },
  );
});
afterAll(() => served.close());

test.each(NAMES)("find({ name: %j }) gives the record of that name", async (name) => {
  expect(await served.client.flows.find({ name })).toEqual(RECORDS.filter((record) => record.name === name));
});

test("the server is asked where it can read the value in one way only", async () => {
  served.asked();
  await served.client.flows.find({ name: "user:1" });
  await served.client.flows.find({ name: { in: ["a,b"] } });
  expect(served.asked()).toEqual(["/flows?name=user:1", "/flows"]);
});
