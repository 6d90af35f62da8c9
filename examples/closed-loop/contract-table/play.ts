import { createMask } from "./mask.js";
import type { Group, Row } from "./row.js";
import type { ReceivedAnswer, SentRequest, Server } from "./servers/server.js";

/** The answers to one row, masked; more than one where it is sent several times. */
export type Played = readonly ReceivedAnswer[];

/** Plays the rows of a group against a server, and closes it. */
export async function play({ rows }: Group, server: Server): Promise<readonly Played[]> {
  const mask = createMask();
  const kept = new Map<string, string>();
  const played: Played[] = [];
  try {
    for (const row of rows) {
      const request = requestOf(row, kept);
      const answers = await Promise.all(Array.from({ length: row.times ?? 1 }, () => server.send(request)));
      const sorted = answers.sort((one, other) => one.status - other.status);
      if (row.keep !== undefined) keep(kept, row.keep, sorted[0]);
      played.push(sorted.map(mask));
    }
  } finally {
    await server.close();
  }
  return played;
}

function requestOf({ method = "GET", path, headers = {}, body }: Row, kept: ReadonlyMap<string, string>): SentRequest {
  const fill = (text: string): string => text.replace(/<([\w.]+)>/g, (whole, name: string) => kept.get(name) ?? whole);
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), fill(value)]);
  const isJson = body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array);
  const text = isJson ? JSON.stringify(body) : body;
  const bytes = typeof text === "string" ? Buffer.from(fill(text)) : (text as Uint8Array | undefined);
  const type = isJson ? { "content-type": "application/json" } : {};
  return { method, path: fill(path), headers: { ...type, ...Object.fromEntries(sent) }, body: bytes };
}

function keep(kept: Map<string, string>, name: string, answer: ReceivedAnswer | undefined): void {
  const { headers = {}, body = "" } = answer ?? {};
  const id = /"id":"?([^",}]+)/.exec(body)?.[1] ?? headers.location?.split("/").at(-1);
  if (id !== undefined) kept.set(`${name}.id`, id);
  if (headers.etag !== undefined) kept.set(`${name}.etag`, headers.etag);
}
