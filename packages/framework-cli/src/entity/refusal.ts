/** Why a value cannot be stored: a sentence's end, to be put after the field's name. */
export class Refusal {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}
