import type { Sent, SoakClient } from "./soak-client.js";
import { COMMON_VISITS, type Random, someAuthor, type Visit } from "./visits.js";

const name = (random: Random): string => `visitor-${random(1_000_000_000)}`;

/** An author that was undone: another may have got its id meanwhile. */
async function expectUndone(
  client: SoakClient,
  id: unknown,
  author: { readonly name?: unknown },
  sent: Sent = {},
): Promise<void> {
  const { body } = await client.call([200, 404], "GET", `/authors/${id}`, sent);
  if (body?.name === author.name) client.surprise(`author ${id} is still there`);
}

/** A test worker: a state of its own, changed, kept, put back and, half of the time, never ended. */
const session: Visit = async (client, random) => {
  const own = name(random);
  const headers = { "mock-session": own };
  const author = { ...someAuthor(random), name: own };
  const made = await client.call(201, "POST", "/authors", { headers, body: author });
  const path = `/authors/${made.body?.id}`;
  await client.call(201, "POST", "/__mock/snapshots/before", { headers });
  await client.call(200, "PATCH", path, { headers, body: { biography: "Changed." } });
  await client.call(200, "GET", "/authors?sort=-name&limit=100", { headers });
  await client.call(200, "POST", "/__mock/snapshots/before/restore", { headers });
  await client.call(200, "GET", path, { headers });
  const { body: orders } = await client.call(200, "GET", "/orders?limit=1", { headers });
  await client.call(200, "POST", `/orders/${orders?.data?.[0]?.id}/cancel`, { headers });
  await client.call(200, "GET", `/__mock/sessions/${own}`);
  if (random(2) === 0) return;
  await client.call(200, "POST", "/__mock/reset", { headers });
  await expectUndone(client, made.body?.id, author, { headers });
  await client.call(204, "DELETE", `/__mock/sessions/${own}`);
};

/** The whole state is kept and put back while nobody else writes. */
const snapshot = async (client: SoakClient, random: Random): Promise<void> => {
  const own = name(random);
  const at = `/__mock/snapshots/${own}`;
  const author = { ...someAuthor(random), name: own };
  await client.call(201, "POST", at);
  const made = await client.call(201, "POST", "/authors", { body: author });
  await client.call(200, "POST", `${at}/restore`);
  await expectUndone(client, made.body?.id, author);
  await client.call(204, "DELETE", at);
  await client.call(201, "POST", "/__mock/overrides", {
    body: { operationId: "listCustomers", status: 429, times: 1 },
  });
  await client.call(429, "GET", "/customers");
};

const uploads: Visit = async (client, random) => {
  const file = new Uint8Array(1000 + random(100_000)).fill(random(256));
  const form = new FormData();
  form.append("title", "A file");
  form.append("file", new File([file], "a.bin", { type: "application/octet-stream" }));
  const made = await client.call(201, "POST", "/documents", { body: form });
  const path = `/documents/${made.body?.id}`;
  const kept = await client.call(200, "GET", `${path}/content`);
  if (kept.body?.length !== file.length) client.surprise(`${path}: ${kept.body?.length} of ${file.length} bytes`);
  await client.call(206, "GET", `${path}/content`, { headers: { range: "bytes=100-199" } });
  await client.call(204, "PUT", `${path}/photo`, { body: new Uint8Array(1 + random(300_000)) });
  await client.call(200, "GET", `${path}/photo`);
  const half = { "content-type": "image/png", "content-length": "400000" };
  await client.cutOff(client.head("PUT", `${path}/photo`, half) + "x".repeat(random(300_000)), "sent");
  await client.call(204, "DELETE", path);
};

const twice: Visit = async (client, random) => {
  const sent = { headers: { "idempotency-key": name(random) }, body: someAuthor(random) };
  const [made, again] = [
    await client.call(201, "POST", "/authors", sent),
    await client.call(201, "POST", "/authors", sent),
  ];
  if (made.body?.id !== again.body?.id) client.surprise("the same idempotency key made two records");
  await client.call(204, "DELETE", `/authors/${made.body?.id}`);
};

const plane: Visit = async (client, random) => {
  const hearing = client.listen("/__mock/events", 300 + random(2000));
  for (const path of ["health", "state", "state/authors?limit=5", "requests", "deliveries", "sessions", "explain"]) {
    await client.call(200, "GET", `/__mock/${path}`);
  }
  if ((await hearing) === 0) client.surprise("GET /__mock/events: no event came");
};

export const MOCK_VISITS: readonly Visit[] = [...COMMON_VISITS, session, session, uploads, twice, plane];
/** Now and then, with nobody else there. */
export const MOCK_ALONE: Visit = snapshot;
