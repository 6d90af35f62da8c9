import { type Echo, type EchoServer, echoServer } from "./echo-server.js";
import { WIRE_ROWS } from "./wire-rows.js";

/** An echo server that gives each row the answer it asks for, and keeps apart what each row sent. */
export interface WireServer extends EchoServer {
  /** The requests of the row at that index, without the preflights of browsers. */
  sentBy(row: number): Echo[];
}

export async function wireServer(): Promise<WireServer> {
  const server = await echoServer();
  server.answer = ({ headers }, reply) => {
    const answer = WIRE_ROWS[Number(headers["x-row"])]?.answer;
    if (!answer) return false;
    reply.writeHead(answer.status, answer.type === undefined ? {} : { "content-type": answer.type });
    reply.end(Buffer.from(answer.body, "latin1"));
    return true;
  };
  return Object.assign(server, {
    sentBy: (row: number) => server.requests.filter(({ headers }) => headers["x-row"] === String(row)),
  });
}
