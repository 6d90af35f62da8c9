import { afterAll, beforeAll, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { BOOKSHOP } from "./real-descriptions.js";

let sdk: GeneratedClient;
// biome-ignore lint/suspicious/noExplicitAny: generated
let Client: any;
beforeAll(async () => {
  sdk = await generatedClient(BOOKSHOP);
  Client = sdk.module.default;
});
afterAll(() => sdk.remove());

test.each(["…", "a\nb", "a\0b", "名"])(
  "the token %j is rejected before anything is sent, and not told",
  async (token) => {
    let sent = 0;
    const fetch = async (): Promise<Response> => {
      sent += 1;
      return Response.json({ id: 1 });
    };
    const client = new Client({ baseUrl: "http://localhost:1", auth: { token }, fetch });
    const refused = await client.books
      .create({ title: "The Dispossessed", authorId: 1, genre: "fiction", price: 1299 })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: "ValidationError", issues: [{ in: "header", path: "/authorization" }] });
    expect(JSON.stringify(refused) + String(refused)).not.toContain(token);
    expect(sent).toBe(0);
  },
);

test("a token that ends with a line break, as files do, is sent", async () => {
  let sent: string | null = null;
  const fetch = async (request: Request): Promise<Response> => {
    sent = request.headers.get("authorization");
    return Response.json({ id: 1 });
  };
  const client = new Client({ baseUrl: "http://localhost:1", auth: { token: "t\n" }, fetch });
  await client.books.create({ title: "The Dispossessed", authorId: 1, genre: "fiction", price: 1299 });
  expect(sent).toBe("Bearer t");
});
