import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { AskedProcess } from "../../../mock-server/test/fuzz/asked-process.js";
import type { LargeBody } from "./large-bodies.js";

/** A server in a process of its own that is watched from inside, as those of the fuzzers are. */
export interface WatchedServer {
  readonly url: string;
  /** Milliseconds of the longest computation between two turns since it was asked last. */
  longest(): Promise<number>;
  close(): Promise<void>;
}

/** @param target the module that answers the fuzzer's commands @param commands what is sent first, with what each is given */
export async function watchServer(target: URL, open: object, commands: readonly string[] = []): Promise<WatchedServer> {
  // Everything is told, not only what is too long.
  process.env.STALL_MS = "1";
  const child = new AskedProcess(fileURLToPath(target), { what: "server", flags: ["--expose-gc"], cwd: process.cwd() });
  const { url } = await child.ask("open", open);
  for (const command of commands) await child.ask(command);
  return {
    url: String(url),
    async longest() {
      // What was watched is told a turn later.
      await setTimeout(20);
      const stalls = (await child.ask("measure")).stalls as readonly { readonly milliseconds: number }[];
      await child.ask("memory");
      await setTimeout(20);
      await child.ask("measure");
      return Math.max(0, ...stalls.map(({ milliseconds }) => milliseconds));
    },
    async close() {
      await child.ask("close");
      child.end();
    },
  };
}

/** Sends each body whose name has the words in each size, and tells status and longest computation. */
export async function tellStalls(
  server: WatchedServer,
  bodies: readonly LargeBody[],
  sent: { readonly only: string; readonly megabytes: readonly number[] },
): Promise<void> {
  const send = async ({ method, path, type }: LargeBody, body: string): Promise<number> => {
    const reply = await fetch(new URL(path, server.url), { method, headers: { "content-type": type }, body });
    await reply.arrayBuffer();
    return reply.status;
  };
  // What is compiled by use is compiled.
  for (let round = 0; round < 30; round += 1) for (const body of bodies) await send(body, body.make(0.001));
  await server.longest();
  for (const body of bodies.filter(({ name }) => name.includes(sent.only))) {
    const told: string[] = [];
    for (const megabytes of sent.megabytes) {
      const status = await send(body, body.make(megabytes));
      told.push(`${megabytes} MB ${status} ${String(await server.longest()).padStart(4)} ms`);
    }
    console.log(`${body.name.padEnd(42)} ${told.join("   ")}`);
  }
}
