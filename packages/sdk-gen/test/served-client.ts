import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatedClient } from "./generated-client.js";

/** A request as a server of a test looks at it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it sent
  readonly body: any;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The client of a small description, in front of a server of a few lines. */
export interface ServedClient {
  // biome-ignore lint/suspicious/noExplicitAny: what a description makes is not known when the tests are compiled
  readonly client: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly module: any;
  readonly folder: string;
  readonly origin: string;
  /** Path and query of each request since the last look. */
  asked(): string[];
  close(): Promise<void>;
}

interface Served {
  readonly answer: (asked: Asked) => Reply;
  readonly options?: object;
  readonly config?: object;
}

/** @param description its paths, or a function of the server's origin for descriptions that name it */
export async function servedClient(
  description: object | ((origin: string) => object),
  { answer, options = {}, config }: Served,
): Promise<ServedClient> {
  let seen: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://server");
      seen.push(`${url.pathname}${decodeURIComponent(url.search)}`);
      const text = Buffer.concat(chunks).toString();
      const isJson = /json/.test(request.headers["content-type"] ?? "");
      const {
        status = 200,
        headers = {},
        body,
      } = answerOrFail(answer, {
        method: request.method ?? "",
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        text,
        body: isJson ? JSON.parse(text) : undefined,
      });
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(body === undefined ? "" : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const scratch = await mkdtemp(join(tmpdir(), "onespec-served-"));
  const source = join(scratch, "api.json");
  const given = typeof description === "function" ? description(origin) : description;
  await writeFile(source, JSON.stringify({ openapi: "3.1.0", info: { title: "Small", version: "1" }, ...given }));
  const configPath = join(scratch, "config.json");
  if (config) await writeFile(configPath, JSON.stringify(config));
  const { module, folder, remove } = await generatedClient(source, config ? { config: configPath } : {});
  const hasServer = "servers" in given;
  return {
    client: new module.default({ ...(hasServer ? {} : { baseUrl: origin }), ...options }),
    module,
    folder,
    origin,
    asked() {
      const all = seen;
      seen = [];
      return all;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await remove();
      await rm(scratch, { recursive: true });
    },
  };
}

function answerOrFail(answer: Served["answer"], asked: Asked): Reply {
  try {
    return answer(asked);
  } catch (error) {
    return { status: 500, body: { error: String(error) } };
  }
}

/** A list and a record of it at `/<name>` and `/<name>/{id}`. */
export function pair(
  name: string,
  properties: object,
  { parameters = [], list, id = { type: "integer" } }: { parameters?: object[]; list?: object; id?: object } = {},
): object {
  const record = { type: "object", required: ["id"], properties: { id, ...properties } };
  const ok = (schema: object): object => ({
    200: { description: "", content: { "application/json": { schema } } },
  });
  const all = list ? JSON.parse(JSON.stringify(list, (_, value) => (value === "RECORD" ? record : value))) : undefined;
  return {
    [`/${name}`]: {
      get: {
        operationId: `list_${name}`,
        parameters: parameters.map((one) => ({ in: "query", schema: { type: "string" }, ...one })),
        responses: ok(all ?? { type: "array", items: record }),
      },
    },
    [`/${name}/{id}`]: {
      get: {
        operationId: `get_${name}`,
        parameters: [{ name: "id", in: "path", required: true, schema: id }],
        responses: ok(record),
      },
    },
  };
}
