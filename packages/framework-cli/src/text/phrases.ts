import { nearestName } from "@onespec/spec-core/errors";

/** `1 policy`, `2 policies`. */
export function countText(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `a, b, c and 4 more`. */
export function listText(names: readonly string[], most = 8): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** `; did you mean port?` for a misspelt name. Empty if no name is similar. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? "" : `; did you mean ${nearest}?`;
}

/** With a full stop, unless the text ends as a sentence or a statement does. */
export function sentence(text: string): string {
  return /[.?!;]$/.test(text) ? text : `${text}.`;
}

/** `One migration has`, `3 migrations have`. */
export function migrationsHave({ length }: readonly string[]): string {
  return length === 1 ? "One migration has" : `${length} migrations have`;
}
