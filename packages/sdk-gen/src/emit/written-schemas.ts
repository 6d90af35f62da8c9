/** Shorter schemas are not worth sharing: importing a name takes as many characters. */
const LEAST = 40;

/** The emitted schemas as text, with the names of the properties and parameters that have them. */
export class WrittenSchemas {
  readonly counts: Map<string, number> = new Map();
  readonly hints: Map<string, Map<string, number>> = new Map();

  note(text: string): void {
    if (text.length >= LEAST) this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
  }

  /** @param name of the property or parameter with the schema */
  noteName(text: string, name: string): void {
    if (text.length < LEAST) return;
    const names = this.hints.get(text) ?? new Map<string, number>();
    this.hints.set(text, names.set(name, (names.get(name) ?? 0) + 1));
  }
}
