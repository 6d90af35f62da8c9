import { describe, expect, test } from "vitest";
import type { MockServerOptions } from "../src/index.js";
import { type Client, crud, inPath, json, ok, serve } from "./http-client.js";

const order = {
  type: "object",
  required: ["status"],
  properties: { id: { type: "integer" }, status: { type: "string", enum: ["placed", "paid", "cancelled"] } },
};

const reference = { $ref: "#/components/schemas/Order" };

/** Orders and an action on one, which has this `x-mock`. */
async function orders(extension: unknown, options: MockServerOptions = {}): Promise<Client> {
  const responses = {
    ...ok(reference),
    409: { description: "no", ...json({ type: "object" }, { examples: { late: { value: { why: "shipped" } } } }) },
  };
  const post = { operationId: "cancelOrder", responses, "x-mock": extension };
  const call = await serve(
    { ...crud("/orders", reference), "/orders/{id}/cancel": { parameters: [inPath("id", { type: "integer" })], post } },
    { components: { schemas: { Order: order } } },
    options,
  );
  await call("POST", "/orders", { status: "placed" });
  return call;
}

describe("x-mock", () => {
  test("without it an action does what its verb says", async () => {
    const call = await orders(undefined);
    expect((await call("POST", "/orders/1/cancel")).body).toEqual({ id: 1, status: "cancelled" });
  });

  test("moves changes the record, answers with it, and keeps it", async () => {
    const call = await orders({ moves: { status: "cancelled" } });
    expect(await call("POST", "/orders/1/cancel")).toMatchObject({ status: 200, body: { id: 1, status: "cancelled" } });
    expect((await call("GET", "/orders/1")).body.status).toBe("cancelled");
    expect((await call("POST", "/orders/2/cancel")).status).toBe(404);
  });

  test("moves with `from` rejects any other state with 409", async () => {
    const call = await orders({ moves: { status: { from: ["placed"], to: "paid" } } });
    expect((await call("POST", "/orders/1/cancel")).body.status).toBe("paid");
    const again = await call("POST", "/orders/1/cancel");
    expect(again.status).toBe(409);
    expect((await call("GET", "/orders/1")).body.status).toBe("paid");
  });

  test("moves add to what the verb does by itself", async () => {
    const cancelledAt = { type: "string", format: "date-time", readOnly: true };
    const item = { ...order, properties: { ...order.properties, cancelledAt } };
    const post = { responses: ok(item), "x-mock": { moves: { status: { from: "placed", to: "paid" } } } };
    const paths = {
      ...crud("/orders", item),
      "/orders/{id}/cancel": { parameters: [inPath("id", { type: "integer" })], post },
    };
    const call = await serve(paths, {}, { fixedTime: Date.parse("2030-01-01") });
    await call("POST", "/orders", { status: "placed" });
    expect((await call("POST", "/orders/1/cancel")).body).toEqual({
      id: 1,
      status: "paid",
      cancelledAt: "2030-01-01T00:00:00.000Z",
    });
    expect((await call("POST", "/orders/1/cancel")).status).toBe(409);
  });

  test("status and example are answered, unless the client asks for something itself", async () => {
    const call = await orders({ status: 409, example: "late" });
    const answer = await call("POST", "/orders/1/cancel");
    expect(answer).toMatchObject({ status: 409, body: { why: "shipped" } });
    expect(answer.headers.get("preference-applied")).toBeNull();
    expect((await call("POST", "/orders/1/cancel", undefined, { prefer: "code=200" })).status).toBe(200);
  });

  test("delay holds back and skip leaves out", async () => {
    expect((await (await orders({ delay: "5-10" }))("POST", "/orders/1/cancel")).status).toBe(200);
    expect((await (await orders({ skip: true }))("POST", "/orders/1/cancel")).status).toBe(404);
  });

  test("the config of the operation wins, field by field", async () => {
    const call = await orders(
      { skip: true, moves: { status: "paid" } },
      { operations: { cancelOrder: { skip: false, moves: { status: "cancelled" } } } },
    );
    expect((await call("POST", "/orders/1/cancel")).body.status).toBe("cancelled");
  });

  test.each([
    { what: "an unknown field", extension: { move: {} }, says: "`moves`" },
    { what: "an unknown property", extension: { moves: { stauts: "paid" } }, says: "`status`" },
    {
      what: "a value that the enum does not have",
      extension: { moves: { status: "lost" } },
      says: "x-mock.moves.status",
    },
    { what: "a status that is not documented", extension: { status: 418 }, says: "200, 409" },
    { what: "a delay in words", extension: { delay: "long" }, says: "milliseconds" },
    { what: "a text", extension: "off", says: "not an object" },
  ])("$what is reported by the operation, and breaks nothing else", async ({ extension, says }) => {
    const call = await orders(extension);
    const answer = await call("POST", "/orders/1/cancel");
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).toContain(says);
    expect((await call("GET", "/orders/1")).status).toBe(200);
  });
});
