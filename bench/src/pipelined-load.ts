import { connect } from "node:net";
import type { Load } from "./load.js";
import type { RunningSubject } from "./subject-process.js";

const CONNECTIONS = 8;
/** Requests that are sent in one piece; the next are sent when all are answered. */
const BATCH = 16;
const SECONDS = 2;

/**
 * A load by a client that hardly costs anything: whole batches of one `GET` request, of whose answers only the status lines
 * are looked at. So the server is what limits the rate, where a client that reads each answer takes as long as the server.
 */
export async function pipelinedLoad(server: RunningSubject, path: string): Promise<Load> {
  const before = await server.processorMs();
  const started = performance.now();
  const end = started + SECONDS * 1000;
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => askUntil(server.url, path, end)));
  const answers = counts.reduce((sum, count) => sum + count, 0);
  const rate = (answers * 1000) / (performance.now() - started);
  const spent = ((await server.processorMs()) ?? Number.NaN) - (before ?? Number.NaN);
  return { rate, cost: (spent * 1000) / answers };
}

/** Gives how many answers there were by then; an answer that is no success is an error. */
function askUntil(url: string, path: string, end: number): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer bench\r\n\r\n`;
  const batch = request.repeat(BATCH);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answers = 0;
    let waiting = 0;
    let rest = "";
    const send = (): void => {
      waiting = BATCH;
      socket.write(batch);
    };
    socket.setEncoding("latin1").on("connect", send).on("error", reject);
    socket.on("close", () => reject(new Error(`${url} closed the connection after ${answers} answers`)));
    socket.on("data", (chunk: string) => {
      const text = rest + chunk;
      let read = 0;
      for (
        let at = text.indexOf(STATUS);
        at >= 0 && at + STATUS_LENGTH <= text.length;
        at = text.indexOf(STATUS, read)
      ) {
        read = at + STATUS_LENGTH;
        if (!text.startsWith("200", at + STATUS.length)) reject(new Error(`GET ${path}: ${text.slice(at, read)}`));
        answers += 1;
        waiting -= 1;
      }
      // A status line may be cut in two.
      rest = text.slice(Math.max(read, text.length - STATUS_LENGTH + 1));
      if (waiting > 0) return;
      if (performance.now() < end) send();
      else {
        resolve(answers);
        socket.destroy();
      }
    });
  });
}

const STATUS = "HTTP/1.1 ";
const STATUS_LENGTH = STATUS.length + 3;
