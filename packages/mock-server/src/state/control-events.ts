/** An event of the server for listeners, such as the console. */
interface ControlEvent {
  /** `request`, `reset`, `snapshot`, `restore`, `session`, `override`, `state`, `description`. */
  readonly type: string;
  /** Returns the data of the event as JSON. Called only if there is a listener. */
  readonly data: () => unknown;
}

/** Notifies listeners of the server's events. */
export class ControlEvents {
  readonly #listeners: Set<(event: ControlEvent) => void> = new Set();
  /** True while anybody listens. */
  isHeard = false;

  emit(type: string, data: () => unknown): void {
    for (const listener of this.#listeners) listener({ type, data });
  }

  /** @returns a function that stops listening */
  listen(listener: (event: ControlEvent) => void): () => void {
    this.#listeners.add(listener);
    this.isHeard = true;
    return () => {
      this.#listeners.delete(listener);
      this.isHeard = this.#listeners.size > 0;
    };
  }
}
