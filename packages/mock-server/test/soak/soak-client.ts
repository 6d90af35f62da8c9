import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Unexpected answers that are reported in full; all are counted. */
const TOLD = 20;
const ANSWER_LIMIT_MS = 60_000;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: each visit knows what it asked for
  readonly body: any;
}

/** The parts of a request beside method and path. */
export interface Sent {
  /** JSON, unless it is text, bytes or a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks at a pace, over connections that are kept, and knows what it was to be answered. */
export class SoakClient {
  readonly url: string;
  /** How many answers of each status. */
  readonly statuses: Map<number, number> = new Map();
  /** Requests that were given up or cut on purpose. */
  cut: number = 0;
  /** Unexpected answers. */
  readonly surprises: string[] = [];
  surprised: number = 0;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #pauseMs: number;
  readonly #agent: Agent = new Agent({ keepAlive: true });

  /** @param pauseMs between two requests of one visitor */
  constructor(url: string, headers: Readonly<Record<string, string>>, pauseMs: number) {
    this.url = url;
    this.#headers = headers;
    this.#pauseMs = pauseMs;
  }

  get answers(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  /** @param expected statuses that are right; any other is a surprise */
  async call(expected: number | readonly number[], method: string, path: string, sent: Sent = {}): Promise<Answer> {
    await sleep(this.#pauseMs);
    const answer = await this.#send(method, path, sent).catch((error: unknown) => {
      this.surprise(`${method} ${path}: ${error}`);
      return undefined;
    });
    if (answer === undefined) return { status: 0, headers: {}, body: undefined };
    this.count(answer.status);
    if (![expected].flat().includes(answer.status)) {
      this.surprise(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300)}`);
    }
    return answer;
  }

  count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  surprise(what: string): void {
    this.surprised += 1;
    if (this.surprises.length < TOLD) this.surprises.push(what);
  }

  /** Reads an answer that does not end for a while, then disconnects. @returns the length that had come */
  async listen(path: string, forMs: number): Promise<number> {
    this.cut += 1;
    return await new Promise((resolve) => {
      let length = 0;
      const asked = request(`${this.url}${path}`, { headers: this.#headers, agent: false }, (answer) => {
        this.count(answer.statusCode ?? 0);
        setTimeout(() => asked.destroy(), forMs);
        answer.on("data", (chunk: Buffer) => {
          length += chunk.length;
        });
        answer.on("error", () => {});
      });
      asked.on("error", () => {});
      asked.on("close", () => resolve(length));
      asked.setTimeout(ANSWER_LIMIT_MS, () => asked.destroy());
      asked.end();
    });
  }

  /** Sends bytes and cuts the connection, at once or with the first bytes of the answer. @returns what had come */
  async cutOff(text: string, when: "sent" | "answered"): Promise<string> {
    this.cut += 1;
    await sleep(this.#pauseMs);
    const { hostname, port } = new URL(this.url);
    return await new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      let came = "";
      socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy());
      socket.on("error", () => {});
      socket.on("close", () => resolve(came));
      socket.on("data", (chunk) => {
        came += chunk.toString("latin1");
        socket.destroy();
      });
      socket.write(text, () => {
        if (when === "sent") socket.destroy();
      });
    });
  }

  /** The head of a request as it is written on the wire. */
  head(method: string, path: string, headers: Readonly<Record<string, string>>): string {
    const all = { host: new URL(this.url).host, ...this.#headers, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
  }

  /** Closes the connections that are kept. */
  close(): void {
    this.#agent.destroy();
  }

  async #send(method: string, path: string, sent: Sent): Promise<Answer> {
    const { bytes, type } = await encode(sent.body);
    const headers = {
      ...this.#headers,
      ...(type !== undefined && { "content-type": type }),
      ...(bytes !== undefined && { "content-length": `${bytes.length}` }),
      ...sent.headers,
    };
    // A kept connection may be closed by the server as we take it: then nothing was asked yet.
    for (;;) {
      const asked = request(`${this.url}${path}`, { method, headers, agent: this.#agent, timeout: ANSWER_LIMIT_MS });
      asked.on("timeout", () => asked.destroy(new Error(`no answer in ${ANSWER_LIMIT_MS / 1000} s`)));
      try {
        return await answerTo(asked.end(bytes));
      } catch (error) {
        if (!asked.reusedSocket || (error as { code?: string }).code !== "ECONNRESET") throw error;
      }
    }
  }
}

function answerTo(asked: ReturnType<typeof request>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    asked.on("error", reject);
    asked.on("response", async (answer: IncomingMessage) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks);
        const isJson = /json/.test(answer.headers["content-type"] ?? "");
        const body = isJson && text.length > 0 ? JSON.parse(text.toString()) : text;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
      } catch (error) {
        reject(error as Error);
      }
    });
  });
}

async function encode(body: unknown): Promise<{ readonly bytes?: Buffer; readonly type?: string }> {
  if (body === undefined) return {};
  if (typeof body === "string") return { bytes: Buffer.from(body), type: "application/json" };
  if (body instanceof Uint8Array) return { bytes: Buffer.from(body), type: "image/png" };
  if (!(body instanceof FormData)) return { bytes: Buffer.from(JSON.stringify(body)), type: "application/json" };
  const form = new Response(body);
  return { bytes: Buffer.from(await form.arrayBuffer()), type: form.headers.get("content-type") ?? "" };
}
