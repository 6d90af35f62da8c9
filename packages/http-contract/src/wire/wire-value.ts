/** A received value: text, lists and objects of text, or a part that already has its type. */
export type WireValue = string | TypedPart | readonly WireValue[] | { readonly [name: string]: WireValue };

/** A part that came as JSON or as a file. */
export class TypedPart {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}
