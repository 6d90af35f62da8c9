import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { alternate } from "./alternate.js";
import { EXAMPLE } from "./places.js";
import type { Report } from "./report.js";
import { generateInto } from "./sdk-folder.js";

/** Many short rounds: some of them are not disturbed by what else runs. */
const SHORT = 10;
const BASE = "http://localhost:3000";
const CALLS = 2000;
const VALUES = { title: "The Dispossessed", authorId: 1, genre: "fiction", price: 1299 };
const ANSWER = JSON.stringify({ id: 7, currency: "EUR", tags: [], createdAt: "2026-01-01T00:00:00Z", ...VALUES });

interface BooksClient {
  readonly books: {
    get(id: number): PromiseLike<unknown>;
    create(values: object): PromiseLike<unknown>;
    find(where: object): PromiseLike<unknown>;
  };
}

interface Pair {
  readonly name: string;
  readonly bare: () => PromiseLike<unknown>;
  readonly ours: () => PromiseLike<unknown>;
}

/** Measures what a call of the client costs beyond a plain `fetch`, when the network costs nothing. */
export async function benchSdkCall(rounds: number): Promise<Report> {
  const sdk = await generateInto(EXAMPLE);
  const platform = globalThis.fetch;
  const given = async (_: Request): Promise<Response> =>
    new Response(ANSWER, { status: 200, headers: { "content-type": "application/json" } });
  globalThis.fetch = given as typeof fetch;
  try {
    const { default: Client } = (await import(pathToFileURL(join(sdk.folder, "index.js")).href)) as {
      readonly default: new (options: object) => BooksClient;
    };
    const options = { baseUrl: BASE, auth: { token: "t" } };
    const client = new Client(options);
    const own = new Client({ ...options, fetch: given });
    const headers = { accept: "application/json", authorization: "Bearer t" };
    const write = { method: "POST", headers: { ...headers, "content-type": "application/json" } };
    const post = (): RequestInit => ({ ...write, body: JSON.stringify(VALUES) });
    const pairs: Pair[] = [
      {
        name: "POST, body checked",
        bare: async () => (await fetch(`${BASE}/books`, post())).json(),
        ours: () => client.books.create(VALUES),
      },
      {
        name: "GET by id",
        bare: async () => (await fetch(`${BASE}/books/7`, { headers })).json(),
        ours: () => client.books.get(7),
      },
      {
        name: "POST, own `fetch` that gets a Request",
        bare: async () => (await given(new Request(`${BASE}/books`, post()))).json(),
        ours: () => own.books.create(VALUES),
      },
    ];
    const rows: string[][] = [];
    for (const { name, bare, ours } of pairs) {
      const results = await alternate([bare, ours], rounds * SHORT, microseconds);
      // The least, as whatever else runs can only add.
      const [low, high] = [bare, ours].map((subject) => Math.min(...(results.get(subject) ?? [Number.NaN])));
      rows.push([name, (low ?? 0).toFixed(1), (high ?? 0).toFixed(1), ((high ?? 0) / (low ?? 0)).toFixed(2)]);
    }
    return {
      title: "SDK: calls",
      text: `Microseconds per call: the bookshop's client, which checks arguments, and \`fetch\` by hand with the same headers, body and \`json()\`. \`fetch\` is a stub that answers immediately. The fastest of ${rounds * SHORT} alternating rounds of ${CALLS.toLocaleString("en")} calls, one after the other.`,
      header: ["call", "by hand µs", "client µs", "ratio"],
      rows,
    };
  } finally {
    globalThis.fetch = platform;
    await sdk.remove();
  }
}

async function microseconds(call: () => PromiseLike<unknown>): Promise<number> {
  const started = performance.now();
  for (let count = 0; count < CALLS; count += 1) await call();
  return ((performance.now() - started) / CALLS) * 1000;
}
