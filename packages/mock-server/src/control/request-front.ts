import { Refusal } from "../errors/refusal.js";
import type { Answer } from "../response/answer.js";
import type { OpenBackend } from "../server/backend.js";
import { headerText, type MockRequest } from "../server/mock-request.js";
import type { SessionLimits, Sessions } from "../session/sessions.js";
import type { Awaitable, StoredRecord } from "../store/record-store.js";
import { CONTROL_PATH, isControlPath } from "./control-path.js";
import type { ControlPlane } from "./control-plane.js";
import { guardOrigin } from "./guard-origin.js";
import { planeProblem } from "./plane-problem.js";
import type { Observers, Realm } from "./realm.js";

export interface FrontOptions extends SessionLimits {
  /** Names by which browsers may call the control plane, beside addresses and local names. */
  readonly controlHosts: readonly string[];
}

/** Where requests come in: each goes to the control plane, to the session that it names, or to the server's own state. */
export class RequestFront {
  readonly #base: Realm;
  readonly #openBackend: OpenBackend;
  readonly #observers: Observers;
  readonly #options: FrontOptions;
  #sessions: Promise<Sessions> | undefined;
  /** The same, once it is there: a request then waits for nothing. */
  #opened: Sessions | undefined;
  #plane: Promise<ControlPlane> | undefined;

  constructor(base: Realm, openBackend: OpenBackend, observers: Observers, options: FrontOptions) {
    this.#base = base;
    this.#openBackend = openBackend;
    this.#observers = observers;
    this.#options = options;
  }

  /** Never throws and never rejects. @param isRemote it came through a socket, so its words are not to be trusted */
  handle(request: MockRequest, isRemote: boolean): Awaitable<Answer> {
    if (isControlPath(request.path) && !this.#isDescribed(request)) return this.#control(request, isRemote);
    if (request.headers["mock-session"] === undefined) return this.#base.answer(request);
    const name = headerText(request.headers, "mock-session") ?? "";
    const session = this.#opened?.find(name);
    return session ? session.realm.answer(request) : this.#inNewSession(name, request);
  }

  /** Has every state answered by what `openBackend` opens now. */
  async refresh(): Promise<void> {
    await this.#base.refresh();
    for (const { realm } of this.#opened?.all ?? []) await realm.refresh();
  }

  /** What all states hold under a name, and what comes back with their snapshots. */
  async recordsOf(name: string): Promise<readonly StoredRecord[]> {
    const realms = [this.#base, ...(this.#opened?.all ?? []).map(({ realm }) => realm)];
    return (await Promise.all(realms.map((realm) => realm.recordsOf(name)))).flat();
  }

  /** Ends the streams of the plane, which would keep a closing server waiting. */
  async close(): Promise<void> {
    (await this.#plane)?.close();
  }

  /** Does the description spell the path itself? Its own paths come first; a template that happens to fit does not. */
  #isDescribed(request: MockRequest): boolean {
    const { operations, servers } = this.#base.backend.api;
    const mayBe =
      operations.some(({ path }) => isControlPath(path)) || servers.some(({ url }) => url.includes(CONTROL_PATH));
    if (!mayBe) return false;
    const match = this.#base.backend.match(request);
    if (!match) return false;
    return isControlPath(match.base) || [...match.methods.values()].some(({ path }) => isControlPath(path));
  }

  async #control(request: MockRequest, isRemote: boolean): Promise<Answer> {
    const refusal = isRemote ? guardOrigin(request, this.#options.controlHosts) : undefined;
    if (refusal) return planeProblem(refusal);
    this.#plane ??= import("./control-plane.js").then(({ openControlPlane }) =>
      openControlPlane({ base: this.#base, sessions: () => this.#openSessions(), ...this.#observers }),
    );
    return (await this.#plane).answer(request);
  }

  async #inNewSession(name: string, request: MockRequest): Promise<Answer> {
    try {
      const sessions = await this.#openSessions();
      return await (await sessions.open(name)).realm.answer(request);
    } catch (error) {
      if (error instanceof Refusal) return planeProblem(error.problem);
      throw error;
    }
  }

  #openSessions(): Promise<Sessions> {
    this.#sessions ??= import("../session/sessions.js").then(({ Sessions }) => {
      this.#opened = new Sessions(this.#base.store, this.#openBackend, this.#observers, this.#options);
      return this.#opened;
    });
    return this.#sessions;
  }
}
