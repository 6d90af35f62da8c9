import { ProblemError } from "@onespec/http-contract";
import { createOverlayStore } from "../store/memory-store.js";
import type { RecordStore } from "../store/record-store.js";
import type { OpenBackend } from "./backend.js";
import type { ControlEvents } from "./control-events.js";
import { MockState } from "./mock-state.js";

export interface SessionLimits {
  /** Idle time after which a session is dropped, in milliseconds. */
  readonly sessionIdle: number;
  /** Most sessions at a time. */
  readonly sessionLimit: number;
}

export interface Session {
  readonly name: string;
  readonly state: MockState;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  lastUsedAt: number;
}

/** The states that requests with `Mock-Session` see, each laid over the server's own. */
export class Sessions {
  readonly #base: RecordStore;
  readonly #openBackend: OpenBackend;
  readonly #events: ControlEvents;
  readonly #limits: SessionLimits;
  /** Sorted by last use, the oldest first. */
  readonly #sessions: Map<string, Session> = new Map();
  readonly #opening: Map<string, Promise<Session>> = new Map();

  constructor(base: RecordStore, openBackend: OpenBackend, events: ControlEvents, limits: SessionLimits) {
    this.#base = base;
    this.#openBackend = openBackend;
    this.#events = events;
    this.#limits = limits;
  }

  /** Finds a session by name. This counts as a use. */
  find(name: string): Session | undefined {
    this.#forgetIdle();
    const session = this.#sessions.get(name);
    if (!session) return undefined;
    session.lastUsedAt = Date.now();
    this.#sessions.delete(name);
    this.#sessions.set(name, session);
    return session;
  }

  /**
   * Finds a session by name, or creates it. @throws ProblemError if the name is invalid, or there are too many sessions
   */
  async open(name: string): Promise<Session> {
    const known = this.find(name) ?? this.#opening.get(name);
    if (known) return known;
    if (!NAME.test(name)) throw new ProblemError(invalidName(name));
    if (this.#sessions.size + this.#opening.size >= this.#limits.sessionLimit) {
      throw new ProblemError(tooMany(this.#limits.sessionLimit));
    }
    const opening = this.#create(name).finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    return opening;
  }

  /** Sorted by last use, the oldest first. Reading this list does not count as use. */
  get all(): readonly Session[] {
    this.#forgetIdle();
    return [...this.#sessions.values()];
  }

  /**
   * Drops a session and everything written in it. Running requests keep their state. Returns `false` if there is no
   * such session.
   */
  drop(name: string): boolean {
    if (!this.#sessions.delete(name)) return false;
    this.#events.emit("session", () => ({ name, state: "dropped" }));
    return true;
  }

  async #create(name: string): Promise<Session> {
    const overlay = (): RecordStore => createOverlayStore(this.#base);
    let store = overlay();
    const state = await MockState.open(
      {
        session: name,
        open: () => this.#openBackend(store),
        reopen: () => {
          store = overlay();
          return this.#openBackend(store);
        },
      },
      this.#events,
    );
    const session = { name, state, createdAt: Date.now(), lastUsedAt: Date.now() };
    this.#sessions.set(name, session);
    this.#events.emit("session", () => ({ name, state: "opened" }));
    return session;
  }

  #forgetIdle(): void {
    const oldest = Date.now() - this.#limits.sessionIdle;
    for (const { name, lastUsedAt } of this.#sessions.values()) {
      if (lastUsedAt >= oldest) return;
      this.drop(name);
    }
  }
}

const NAME = /^[\w.~-]{1,100}$/;

function invalidName(name: string) {
  const message = `${JSON.stringify(name.slice(0, 100))} cannot name a session`;
  const hint = "Use 1 to 100 letters, digits, '.', '-', '_' and '~'.";
  return {
    status: 400,
    code: "invalid-session",
    message: "Invalid session",
    details: [{ in: "header", path: "/Mock-Session", message, hint }],
  };
}

function tooMany(limit: number) {
  const message = `There are ${limit} sessions already`;
  const hint = "Drop one with DELETE /__mock/sessions/{name}, or raise sessionLimit.";
  return { status: 503, code: "too-many-sessions", message: "Too many sessions", details: [{ message, hint }] };
}
