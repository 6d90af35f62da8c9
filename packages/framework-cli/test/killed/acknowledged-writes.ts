import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";

const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const note = {
  type: "object",
  required: ["id", "name", "text"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" }, text: { type: "string" } },
};
const settings = { type: "object", required: ["text"], properties: { text: { type: "string" } } };
const photo = { content: { "image/png": { schema: { type: "string", format: "binary" } } } };
const noteId = { name: "id", in: "path", required: true, schema: { type: "integer" } };

/** The API that is written to: records, files below them, and a document. */
export const NOTES_API: object = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": {
      get: { responses: { 200: { description: "all", ...json({ type: "array", items: note }) } } },
      post: {
        requestBody: { required: true, ...json(note) },
        responses: { 201: { description: "made", ...json(note) } },
      },
    },
    "/notes/{id}": {
      parameters: [noteId],
      get: { responses: { 200: { description: "one", ...json(note) } } },
      put: {
        requestBody: { required: true, ...json(note) },
        responses: { 200: { description: "new", ...json(note) } },
      },
      patch: {
        requestBody: { required: true, ...json({ ...note, required: [] }) },
        responses: { 200: { description: "changed", ...json(note) } },
      },
      delete: { responses: { 204: { description: "gone" } } },
    },
    "/notes/{id}/photo": {
      parameters: [noteId],
      get: { responses: { 200: { description: "the photo", ...photo } } },
      put: { requestBody: { required: true, ...photo }, responses: { 204: { description: "kept" } } },
    },
    "/settings": {
      get: { responses: { 200: { description: "all", ...json(settings) } } },
      put: {
        requestBody: { required: true, ...json(settings) },
        responses: { 200: { description: "new", ...json(settings) } },
      },
    },
  },
};

/** The value at a path: the fields or the digest of the bytes as text; `undefined` when nothing is there. */
type Value = string | undefined;
/** A write that was sent and not answered; without a path it is a creation. */
type OpenWrite = { readonly path?: string; readonly value: Value };
type Body = { readonly name: string; readonly text: string };
/** A whole number from 0 up to, and without, the limit. */
type Random = (limit: number) => number;

const valueIn = ({ name, text }: Body): string => JSON.stringify([name, text]);
const digest = (bytes: Uint8Array): string => createHash("sha1").update(bytes).digest("hex");
const isPhoto = (path: string): boolean => path.endsWith("/photo");

/** Knows what servers have acknowledged of the notes, and what hung in the air when one of them was killed. */
export class AcknowledgedWrites {
  /** Of this run. */
  count = 0;
  /** Killed in the middle of a write so often. */
  interrupted = 0;
  #values = new Map<string, Value>();
  #open = new Set<OpenWrite>();
  readonly #random: Random;
  readonly #hasFiles: boolean;

  /** @param hasFiles whether the server keeps photos and settings without code of its own */
  constructor(seed: number, hasFiles: boolean) {
    this.#random = seededRandom(seed);
    this.#hasFiles = hasFiles;
  }

  /** Comes back at some moment once a number of writes, at most the limit, have been acknowledged from now on, or a while has passed. */
  async reach(limit: number): Promise<void> {
    const goal = this.count + this.#random(limit);
    const end = performance.now() + REACH_LIMIT_MS;
    while (this.count < goal && performance.now() < end) await sleep(1);
    await sleep(this.#random(10));
  }

  /** Clients that write one thing after the other, each to notes of its own, until the server is gone or `isOver` answers true. */
  async write(url: string, clients: readonly string[], isOver: () => boolean = () => false): Promise<void> {
    const notes = [...this.#values.keys()].filter((path) => /^\/notes\/\d+$/.test(path));
    const busy = new Set([...this.#open].map(({ path }) => path));
    // All clients that write at the same time share the existing notes, by their names.
    const share = (client: string): string[] =>
      notes.filter((path) => !busy.has(path) && Number(path.slice(7)) % TURNS === Number(client.split("-")[1]) % TURNS);
    await Promise.all(clients.map((client) => this.#writeAs(url, client, share(client), isOver)));
  }

  /** Holds what a server has against all this. From then on that is what is known. */
  async check(url: string, label: string): Promise<void> {
    const found = await this.#found(url);
    this.interrupted += this.#open.size;
    const created = [...this.#open].flatMap(({ path, value }) => (path === undefined ? [value] : []));
    for (const path of new Set([...this.#values.keys(), ...found.keys()])) {
      // A file goes with its note, for which the note answers.
      if (isPhoto(path) && !found.has(path.slice(0, -"/photo".length))) continue;
      const asked = [...this.#open].flatMap((one) => (one.path === path ? [one.value] : []));
      const allowed = this.#values.has(path) ? [this.#values.get(path), ...asked] : created;
      expect(allowed, `${label}, ${path}`).toContainEqual(found.get(path));
    }
    const names = [...found].flatMap(([path, value]) => (/^\/notes\/\d+$/.test(path) ? [value] : []));
    expect(new Set(names).size, `${label}: a note twice`).toBe(names.length);
    this.#values = found;
    this.#open.clear();
  }

  async #writeAs(url: string, client: string, own: string[], isOver: () => boolean): Promise<void> {
    for (let n = 0; !isOver(); n++) {
      const text = "é".repeat(this.#random(300));
      const body = { name: `${client}-${n}`, text };
      const path = own[this.#random(own.length + 2)];
      const kind = this.#random(this.#hasFiles ? 6 : 4);
      if (path === undefined) {
        const made = await this.#attempt(201, url, "POST", "/notes", body, { value: valueIn(body) });
        if (made === undefined) return;
        const { id } = JSON.parse(made);
        this.#values.set(`/notes/${id}`, valueIn(body));
        own.push(`/notes/${id}`);
        continue;
      }
      if (kind === 0) {
        if ((await this.#attempt(204, url, "DELETE", path, undefined, { path, value: undefined })) === undefined)
          return;
        this.#values.delete(path);
        this.#values.delete(`${path}/photo`);
        own.splice(own.indexOf(path), 1);
      } else if (kind === 4) {
        const photo = Buffer.alloc(1 + this.#random(50_000), this.#random(256));
        const open = { path: `${path}/photo`, value: digest(photo) };
        if ((await this.#attempt(204, url, "PUT", open.path, photo, open)) === undefined) return;
        this.#values.set(open.path, open.value);
      } else if (kind === 5) {
        // Only one writes to it, so that the last that was acknowledged is what is there.
        if (!client.endsWith("-0")) continue;
        const open = { path: "/settings", value: body.name };
        if ((await this.#attempt(200, url, "PUT", "/settings", { text: body.name }, open)) === undefined) return;
        this.#values.set("/settings", open.value);
      } else {
        const [name] = JSON.parse(this.#values.get(path) ?? "[]");
        const [method, sent, changed] =
          kind === 1 ? (["PUT", body, body] as const) : (["PATCH", { text }, { name, text }] as const);
        const open = { path, value: valueIn(changed) };
        if ((await this.#attempt(200, url, method, path, sent, open)) === undefined) return;
        this.#values.set(path, open.value);
      }
    }
  }

  /** @returns the answer's text; `undefined` when the server is gone */
  async #attempt(
    status: number,
    url: string,
    method: string,
    path: string,
    body: object | undefined,
    open: OpenWrite,
  ): Promise<string | undefined> {
    this.#open.add(open);
    const isFile = body instanceof Uint8Array;
    const sent = {
      headers: { "content-type": isFile ? "image/png" : "application/json" },
      body: isFile ? new Uint8Array(body) : JSON.stringify(body),
    };
    let text: string;
    try {
      const reply = await fetch(`${url}${path}`, { method, ...(body !== undefined && sent) });
      text = await reply.text();
      expect({ status: reply.status, text: reply.status === status ? "" : text }, `${method} ${path}`).toEqual({
        status,
        text: "",
      });
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
    this.#open.delete(open);
    this.count += 1;
    return text;
  }

  async #found(url: string): Promise<Map<string, Value>> {
    const found = new Map<string, Value>();
    const notes = (await (await fetch(`${url}/notes`)).json()) as readonly (Body & { readonly id: number })[];
    for (const one of notes) found.set(`/notes/${one.id}`, valueIn(one));
    if (!this.#hasFiles) return found;
    for (const path of this.#values.keys()) {
      if (!isPhoto(path) || !found.has(path.slice(0, -"/photo".length))) continue;
      const reply = await fetch(`${url}${path}`);
      found.set(path, digest(new Uint8Array(await reply.arrayBuffer())));
    }
    if (this.#values.has("/settings")) {
      found.set("/settings", ((await (await fetch(`${url}/settings`)).json()) as { readonly text: string }).text);
    }
    return found;
  }
}

const REACH_LIMIT_MS = 10_000;
/** Names of clients end in a number below this. */
const TURNS = 8;

/** Park and Miller, "Random number generators: good ones are hard to find" (1988). */
function seededRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
}
