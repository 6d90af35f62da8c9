import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServedClient, servedClient } from "./served-client.js";
import { typeErrors } from "./type-errors.js";

const text = { type: "string" };
const parameter = (name: string, place: string): object => ({
  name,
  in: place,
  required: place === "path",
  schema: text,
});
const body = { content: { "application/json": { schema: { type: "object", properties: { amount: text } } } } };
const action = (operationId: string, ...parameters: object[]): object => ({
  post: { operationId, tags: ["orders"], parameters, requestBody: body, responses: { 204: { description: "done" } } },
});
const DESCRIPTION = {
  paths: {
    "/orders/{order-id}/capture": action("captureOrder", parameter("order-id", "path"), parameter("dry", "query")),
    "/orders/clear": action("clearOrders", parameter("dry", "query")),
    "/shops/{shop}/orders/{order}/move": action("moveOrder", parameter("shop", "path"), parameter("order", "path")),
  },
};

let served: ServedClient;
beforeAll(async () => {
  served = await servedClient(DESCRIPTION, { answer: () => ({ status: 204 }) });
});
afterAll(() => served.close());

test("a method with one path parameter takes its value, or the parameters by name", async () => {
  const { orders } = served.client;
  await orders.capture("o/1", { amount: "2" });
  await orders.capture("o2", undefined, { params: { dry: "yes" } });
  await orders.capture({ "order-id": "o3", dry: "no" });
  expect(served.asked()).toEqual(["/orders/o%2F1/capture", "/orders/o2/capture?dry=yes", "/orders/o3/capture?dry=no"]);
  await expect(orders.capture("")).rejects.toThrow('path order-id: must not be "": it would change the endpoint');
  await expect(orders.move("s1")).rejects.toThrow("order");
  await expect(orders.clear(7, { amount: "2" })).rejects.toThrow("query 7: is not a parameter: there are dry");
  expect(served.asked()).toEqual([]);
});

test("the types allow the value where it is the only one that a call needs", async () => {
  const source = `import Client from "./index.js";
const { orders } = new Client();
export const right = [orders.capture("a"), orders.capture({ "order-id": "a" }), orders.move({ shop: "a", order: "b" })];
// @ts-expect-error two parameters are needed
export const short = orders.move("a");
// @ts-expect-error the parameter is a text
export const wrong = orders.capture(true);
`;
  await writeFile(join(served.folder, "use.ts"), source);
  expect(await typeErrors(served.folder)).toEqual([]);
});
