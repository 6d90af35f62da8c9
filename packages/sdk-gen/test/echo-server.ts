import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived. */
export interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Latin-1, so that no byte is lost. */
  readonly body: string;
}

export interface EchoServer {
  readonly url: string;
  /** Every request so far. */
  readonly requests: Echo[];
  /** Answers a request itself and returns true, or leaves it to be echoed as JSON. */
  answer: (echo: Echo, reply: ServerResponse) => boolean;
  close(): Promise<void>;
}

/** A server on 127.0.0.1 that answers with what it was sent. */
export async function echoServer(): Promise<EchoServer> {
  const requests: Echo[] = [];
  const server = createServer((request, reply) => {
    void readBody(request).then((body) => {
      const echo: Echo = {
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers as Record<string, string>,
        body,
      };
      requests.push(echo);
      reply.setHeader("access-control-allow-origin", "*");
      reply.setHeader("access-control-allow-headers", "*");
      reply.setHeader("access-control-allow-methods", "*");
      if (request.method === "OPTIONS") return reply.writeHead(204).end();
      if (handle.answer(echo, reply)) return undefined;
      return reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(echo));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const handle: EchoServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: () => false,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return handle;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}
