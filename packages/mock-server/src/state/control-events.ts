/** Something that happened in the server, for those who watch it. */
export interface ControlEvent {
  /** `request`, `reset`, `snapshot`, `restore`, `session`, `override`, `state`, `description`. */
  readonly type: string;
  /** Made only when somebody listens. */
  readonly data: () => unknown;
}

/** Tells whoever listens what happens. */
export class ControlEvents {
  readonly #listeners: Set<(event: ControlEvent) => void> = new Set();

  emit(type: string, data: () => unknown): void {
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener({ type, data });
  }

  /** Returns what ends it. */
  listen(listener: (event: ControlEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
