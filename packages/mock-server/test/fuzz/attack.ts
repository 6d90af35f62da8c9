import { type RawAnswer, RawConnection } from "./raw-connection.js";
import type { WrittenRequest } from "./write-request.js";

const CONNECTIONS = 8;

export interface Stall {
  readonly milliseconds: number;
  /** The request that came last before it. */
  readonly after: string;
  /** Milliseconds of garbage collection in it. */
  readonly collecting: number;
}

/** The result of an attack on one server. */
export interface AttackReport {
  readonly name: string;
  readonly requests: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** Faults of the server, each with the number of the request that shows it. */
  readonly findings: readonly string[];
  readonly stalls: readonly Stall[];
  /** Megabytes in use before and after. */
  readonly heap: readonly [before: number, after: number];
}

/** Sends what each of these numbers stands for, over some connections at a time. */
export async function attack(
  port: number,
  from: number,
  to: number,
  send: (connection: RawConnection, number: number) => Promise<void>,
): Promise<void> {
  let next = from;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = new RawConnection(port);
      while (next < to) await send(connection, next++);
      connection.close();
    }),
  );
}

/** The fault of an answer, apart from its status. */
export function faultOf({ isBroken, cutAfter }: WrittenRequest, answer: RawAnswer): string | undefined {
  if (answer.fault !== undefined) return answer.fault;
  if (/^x-injected/im.test(answer.head)) return "a header was injected";
  return answer.status === 0 && !isBroken && cutAfter === undefined ? "closed without an answer" : undefined;
}

/** A line with the counts, and one for each of the worst stalls and the first findings. @param more what else is worth telling */
export function attackLines({ name, requests, statuses, findings, stalls, heap }: AttackReport, more: string): string {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}:${count}`);
  const worst = [...stalls].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 12);
  return [
    `${name}: ${requests} requests, heap ${heap.join(" -> ")} MB, ${more}, ${stalls.length} stalls; ${counts.join(" ")}`,
    ...worst.map(
      ({ milliseconds, after, collecting }) => `  stall ${milliseconds} ms (${collecting} collecting) after ${after}`,
    ),
    ...findings.slice(0, 12).map((finding) => `  FINDING ${finding}`),
  ].join("\n");
}
