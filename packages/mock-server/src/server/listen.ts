import { createFastifyServer } from "./fastify-server.js";
import type { RequestHandler } from "./handle-request.js";

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Largest request body, in bytes. */
  readonly bodyLimit: number;
}

/** Puts a handler behind a socket. */
export async function listen(
  handle: RequestHandler,
  { host, port, bodyLimit }: ListenOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const app = createFastifyServer(handle, { bodyLimit });
  try {
    const url = await app.listen({ host, port });
    return { url, close: () => app.close() };
  } catch (error) {
    await app.close();
    throw error;
  }
}
