import { expect, test } from "vitest";
import { crud } from "./http-client.js";
import { makeFolder, type RunningServer, startServer } from "./run-command.js";

/** How often the command is killed; 200 times by hand, with ONESPEC_LONG=1. */
const ROUNDS = process.env.ONESPEC_LONG === "1" ? 200 : 5;
const CLIENTS = 8;

const NOTE = {
  type: "object",
  required: ["id", "name", "text"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" }, text: { type: "string" } },
};
const API = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: crud("/notes", NOTE) });

interface Note {
  readonly id: number;
  readonly name: string;
  readonly text: string;
}

/** What was asked for and not answered when the server was killed. */
type OpenWrite = { readonly created: Omit<Note, "id"> } | { readonly id: number; readonly changed: Note | undefined };

/** Everything that has been acknowledged, and what hangs in the air. */
interface Known {
  readonly notes: Map<number, Note>;
  readonly open: Set<OpenWrite>;
}

async function send(url: string, method: string, body?: object): Promise<{ status: number; body: unknown }> {
  const reply = await fetch(url, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === "" ? undefined : JSON.parse(text) };
}

/** Creates, changes and deletes records of its own, one after the other, until the server is gone. */
async function write(url: string, known: Known, client: string, random: (limit: number) => number): Promise<void> {
  const own: number[] = [];
  const attempt = async (status: number, open: OpenWrite, method: string, path: string, body?: object) => {
    known.open.add(open);
    const reply = await send(`${url}${path}`, method, body).catch(() => undefined);
    if (reply === undefined) return undefined;
    expect(reply, `${method} ${path}`).toMatchObject({ status });
    known.open.delete(open);
    return reply;
  };
  for (let n = 0; ; n++) {
    const text = "é".repeat(random(300));
    const id = own[random(own.length + 2)];
    if (id === undefined) {
      const created = { name: `${client}-${n}`, text };
      const reply = await attempt(201, { created }, "POST", "/notes", created);
      if (reply === undefined) return;
      const note = reply.body as Note;
      known.notes.set(note.id, note);
      own.push(note.id);
    } else if (random(4) === 0) {
      if (!(await attempt(204, { id, changed: undefined }, "DELETE", `/notes/${id}`))) return;
      known.notes.delete(id);
      own.splice(own.indexOf(id), 1);
    } else {
      const changed = { ...(known.notes.get(id) as Note), text };
      if (!(await attempt(200, { id, changed }, "PATCH", `/notes/${id}`, { text }))) return;
      known.notes.set(id, changed);
    }
  }
}

/** Holds what a server has now against what is known; gives what there is. */
async function check({ url }: RunningServer, { notes, open }: Known, round: number): Promise<Map<number, Note>> {
  const { body } = await send(`${url}/notes`, "GET");
  const found = new Map((body as readonly Note[]).map((note) => [note.id, note]));
  const created = [...open].flatMap((one) => ("created" in one ? [one.created] : []));
  for (const id of new Set([...notes.keys(), ...found.keys()])) {
    const acknowledged = notes.get(id);
    const changes = [...open].flatMap((one) => ("id" in one && one.id === id ? [one.changed] : []));
    const allowed = acknowledged ? [acknowledged, ...changes] : created.map((one) => ({ ...one, id }));
    expect(allowed, `round ${round}, note ${id}`).toContainEqual(found.get(id));
  }
  return found;
}

test(`a command that is killed ${ROUNDS} times while clients write has every acknowledged write, and every other whole or not at all`, {
  timeout: ROUNDS * 30_000,
}, async () => {
  const folder = await makeFolder({ "api.json": API });
  let state = 4711;
  // Park and Miller, "Random number generators: good ones are hard to find" (1988)
  const random = (limit: number): number => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
  let notes = new Map<number, Note>();
  let written = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const server = await startServer(["api.json", "--durability", round % 3 === 0 ? "disk" : "os"], folder);
    const known: Known = { notes, open: new Set() };
    notes = await check(server, known, round);
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      write(server.url, { ...known, notes }, `${round}-${client}`, random),
    );
    await new Promise((resolve) => setTimeout(resolve, 50 + random(400)));
    await server.end("SIGKILL");
    await Promise.all(clients);
    written += notes.size;
    const again = await startServer(["api.json"], folder);
    notes = await check(again, { notes, open: known.open }, round);
    await again.end("SIGKILL");
  }
  expect(written).toBeGreaterThan(0);
});
