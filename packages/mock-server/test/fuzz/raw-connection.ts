import { connect, type Socket } from "node:net";
import type { WrittenRequest } from "./write-request.js";

/** The answer as it came; `status` 0 when the connection was closed without one. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  /** It did not end in time, or is not HTTP. */
  readonly fault: string | undefined;
}

/** Longest that an answer may take, in milliseconds; the machine may be busy with other things. */
const PATIENCE_MS = 60_000;
/** A connection on which nothing came for so long has nothing more to say, in milliseconds. */
const QUIET_MS = 100;

/** A connection that sends bytes as they are and reads just enough of the answers to tell where each ends. */
export class RawConnection {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async send({ method, head, body, cutAfter }: WrittenRequest): Promise<RawAnswer> {
    const socket = this.#socket ?? (await open(this.#port));
    this.#socket = undefined;
    if (cutAfter !== undefined) {
      socket.write(head);
      await new Promise<void>((resolve) => socket.write(body.subarray(0, cutAfter), () => resolve()));
      socket.destroy();
      return { status: 0, head: "", fault: undefined };
    }
    const { answer, isReusable } = await exchange(socket, method, Buffer.concat([Buffer.from(head, "latin1"), body]));
    if (isReusable) this.#socket = socket;
    else socket.destroy();
    return answer;
  }

  /** Sends bytes over a connection of their own, and gives the worst that was answered until it is quiet. */
  async sendBroken(bytes: Buffer): Promise<RawAnswer> {
    const socket = await open(this.#port);
    let received = "";
    await new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, QUIET_MS);
      socket.on("data", (chunk: Buffer) => {
        clearTimeout(timer);
        timer = setTimeout(resolve, QUIET_MS);
        // Of streams and large answers the beginning will do.
        if (received.length < 100_000) received += chunk.toString("latin1");
        else resolve();
      });
      socket.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
      socket.write(bytes);
    });
    socket.destroy();
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) => Number(status));
    return { status: Math.max(0, ...statuses), head: "", fault: undefined };
  }

  close(): void {
    this.#socket?.destroy();
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket
      .once("connect", () => resolve(socket.off("error", reject).on("error", () => undefined)))
      .once("error", reject);
  });
}

interface Exchange {
  readonly answer: RawAnswer;
  readonly isReusable: boolean;
}

function exchange(socket: Socket, method: string, bytes: Buffer): Promise<Exchange> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.of();
    const settle = (answer: RawAnswer, isReusable: boolean): void => {
      clearTimeout(timer);
      socket.off("data", take).off("close", gone);
      resolve({ answer, isReusable });
    };
    const take = (chunk: Buffer): void => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const read = readAnswer(received, method);
      if (read) settle(read.answer, read.isReusable);
    };
    const gone = (): void => {
      const end = received.indexOf("\r\n\r\n");
      const head = end < 0 ? "" : received.subarray(0, end).toString("latin1");
      settle({ status: statusOf(head), head, fault: undefined }, false);
    };
    const timer = setTimeout(() => settle({ status: 0, head: "", fault: "no answer in time" }, false), PATIENCE_MS);
    socket.on("data", take).once("close", gone);
    socket.write(bytes);
  });
}

/** `undefined` while the answer is not whole. */
function readAnswer(bytes: Buffer, method: string): Exchange | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.subarray(0, end).toString("latin1");
  const status = statusOf(head);
  if (status === 100) return readAnswer(bytes.subarray(end + 4), method);
  const body = bytes.subarray(end + 4);
  const answer = { status, head, fault: status === 0 ? "not HTTP" : undefined };
  const stays = !/^connection: close/im.test(head);
  if (method === "HEAD" || status === 204 || status === 304) return { answer, isReusable: stays };
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) {
    if (body.length < Number(length)) return undefined;
    const isExact = body.length === Number(length);
    return { answer: isExact ? answer : { ...answer, fault: "more than its length" }, isReusable: stays && isExact };
  }
  if (/^content-type: (?:text\/event-stream|[^\r]*(?:ndjson|jsonl|json-seq))/im.test(head))
    return { answer, isReusable: false };
  return body.subarray(-5).toString() === "0\r\n\r\n" ? { answer, isReusable: stays } : undefined;
}

function statusOf(head: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
}
