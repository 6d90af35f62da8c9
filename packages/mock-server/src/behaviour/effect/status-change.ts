import { foldName, type ObjectProperty } from "@onespec/spec-core";
import type { JsonObject } from "../../store/record-store.js";
import { type Adjectives, flagsOf } from "./verb-words.js";

/** The value of a property after an action. @param now in milliseconds since 1970 */
export type Change = (now: number, before: JsonObject) => readonly [name: string, value: unknown];

interface StatusMeaning extends Pick<Adjectives, "states" | "opposites"> {
  readonly verb: string;
  /** The values of the schema's enumeration. If it has none, `shown` has the values of examples. */
  readonly listed: readonly unknown[];
  readonly shown: readonly unknown[];
  /** The status of a new record. */
  readonly first: unknown;
}

/** The change that a verb makes to a status; `undefined` if no value of the status fits the verb. */
export function statusChange({ name }: ObjectProperty, isText: boolean, meaning: StatusMeaning): Change | undefined {
  const { verb, states, opposites, listed, shown, first } = meaning;
  const values = listed.length > 0 ? listed : shown;
  const find = (words: readonly string[], end = ""): unknown[] =>
    words.flatMap((word) => values.find((value) => isStatus(value, word, end)) ?? []);
  // `CANCELLED_BY_CUSTOMER`
  const [exact, by] = [find(states), find(states, "by")];
  // If no status is `scheduled`, `schedule` fits. If none is `canceled`, `canceling` fits.
  const underWay = flagsOf(verb).filter((word) => word.endsWith("ing"));
  const own = [exact, by, find([verb]), find(underWay)].find((some) => some.length > 0) ?? [];
  if (own.length > 0) return () => [name, own[0]];
  const base = /^un(.{3,})$/.exec(verb)?.[1];
  const undone = base === undefined ? opposites : [...opposites, base];
  if (undone.length > 0 && values.length > 0) {
    const others = values.filter(
      (value) => !undone.includes(foldName(String(value))) && !UNSPECIFIED.test(String(value)),
    );
    const usual = base === undefined ? [first] : [];
    const [left = values[0]] = [...usual, ...find(IN_USE), ...others].filter((value) => others.includes(value));
    return (_, { [name]: before }) =>
      typeof before === "string" && undone.includes(foldName(before)) ? [name, left] : [name, before];
  }
  if (listed.length > 0 || !isText || !STATE_VERBS.has(verb)) return undefined;
  return (_, { [name]: before }) => [name, inCaseOf(before, states[0] ?? "")];
}

function isStatus(value: unknown, word: string, end: string): boolean {
  const text = typeof value === "string" ? value : "";
  // `document.sent`
  const own = [text, text.slice(text.lastIndexOf(".") + 1)].map(foldName);
  return own.some((folded) => (end === "" ? folded === word : folded.startsWith(word + end)));
}

/** The first value of an enumeration in protocol buffers. */
const UNSPECIFIED = /_unspecified$|^unknown$/i;
const IN_USE = ["active", "enabled", "open", "available", "running", "started"];
/** Verbs that set a state even if the description lists no states. */
const STATE_VERBS = new Set(
  "close cancel archive complete activate deactivate disable pause suspend terminate approve reject publish finish".split(
    " ",
  ),
);

/** Writes the state in the case of the previous status: `closed`, `CLOSED` or `Closed`. */
function inCaseOf(before: unknown, state: string): string {
  if (typeof before !== "string" || before === before.toLowerCase()) return state;
  if (before === before.toUpperCase()) return state.toUpperCase();
  return /^[A-Z]/.test(before) ? state.charAt(0).toUpperCase() + state.slice(1) : state;
}
