import { connect } from "node:net";

/** The requests to send, one after the other, again and again. */
interface Asking {
  /** Whole requests, with their bodies. */
  readonly requests: readonly Buffer[];
  readonly connections: number;
  readonly seconds: number;
}

/**
 * A client that costs little. The requests are ready as bytes, and each connection waits for the whole answer before it sends the
 * next one. The client reads only the status and the length of an answer. A client that builds request and answer objects takes
 * longer for one request than a quick server does, and then measures its own speed.
 * @returns how many answers there were, and in how many seconds
 * @throws on an answer that is no success, and on a connection that ends
 */
export async function askInTurn(
  url: string,
  { requests, connections, seconds }: Asking,
): Promise<{ readonly answers: number; readonly seconds: number }> {
  const { hostname, port } = new URL(url);
  const started = performance.now();
  const end = started + seconds * 1000;
  let asked = 0;
  const next = (): Buffer | undefined => {
    if (performance.now() >= end) return undefined;
    asked += 1;
    return requests[asked % requests.length];
  };
  const counts = await Promise.all(
    Array.from({ length: connections }, () => askOnConnection(hostname, Number(port), next)),
  );
  const answers = counts.reduce((sum, count) => sum + count, 0);
  return { answers, seconds: (performance.now() - started) / 1000 };
}

const READ_BYTES = 64 * 1024;

function askOnConnection(host: string, port: number, next: () => Buffer | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    let answers = 0;
    let isDone = false;
    const answered = (): void => {
      answers += 1;
      ask();
    };
    const failed = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    const read = answerReader(answered, failed);
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    const callback = (length: number): boolean => {
      read(buffer, length);
      return true;
    };
    const socket = connect({ host, port, noDelay: true, onread: { buffer, callback } });
    const ask = (): void => {
      const request = next();
      if (request !== undefined) {
        socket.write(request);
        return;
      }
      isDone = true;
      resolve(answers);
      socket.destroy();
    };
    socket.on("connect", ask).on("error", failed);
    socket.on("close", () => {
      if (!isDone) failed(new Error(`${host}:${port} closed a connection after ${answers} answers`));
    });
  });
}

/** Takes bytes as they come and calls `answered` when an answer is whole. */
function answerReader(answered: () => void, failed: (error: Error) => void): (bytes: Buffer, length: number) => void {
  /** An answer's head that is not whole yet. */
  let head = "";
  /** Bytes of its body that are still to come; `undefined` between answers. */
  let rest: number | undefined;
  /** The end of a body in chunks, of which the length is not known. */
  let tail: string | undefined;
  const finish = (): void => {
    [head, rest, tail] = ["", undefined, undefined];
    answered();
  };
  return (bytes, length) => {
    if (rest !== undefined) {
      rest -= length;
      if (rest <= 0) finish();
      return;
    }
    const text = bytes.toString("latin1", 0, length);
    if (tail !== undefined) {
      tail = (tail + text).slice(-LAST_CHUNK.length);
      if (tail === LAST_CHUNK) finish();
      return;
    }
    head += text;
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    if (!head.startsWith("HTTP/1.1 2")) {
      failed(new Error(`An answer is no success: ${head.slice(0, 300)}`));
      return;
    }
    const body = end + 4;
    const known = LENGTH.exec(head)?.[1];
    if (known === undefined && CHUNKED.test(head.slice(0, end))) {
      tail = head.slice(-LAST_CHUNK.length);
      if (tail === LAST_CHUNK) finish();
      return;
    }
    rest = body + Number(known ?? 0) - head.length;
    if (rest <= 0) finish();
  };
}

const LENGTH = /\r\ncontent-length: *(\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: *chunked/i;
const LAST_CHUNK = "\r\n0\r\n\r\n";
