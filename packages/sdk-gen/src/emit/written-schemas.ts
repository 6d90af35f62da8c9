/** Characters from which a name in another file is shorter than the schema again. */
const LEAST = 40;

/** The schemas that were written out somewhere, as text, and what they were of: a property or a parameter. */
export class WrittenSchemas {
  readonly counts: Map<string, number> = new Map();
  readonly hints: Map<string, Map<string, number>> = new Map();

  note(text: string): void {
    if (text.length >= LEAST) this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
  }

  /** @param name of the property or parameter that the schema is of */
  noteName(text: string, name: string): void {
    if (text.length < LEAST) return;
    const names = this.hints.get(text) ?? new Map<string, number>();
    this.hints.set(text, names.set(name, (names.get(name) ?? 0) + 1));
  }
}
