import { foldName, lastWord, nameWords, type Operation } from "@onespec/spec-core";
import { lastLiteral, verbOfNoun } from "../../model/path-words.js";

/** The verb of an action: `text`, or the last word of the path. Phrases keep their spaces: `set primary`, `check in`. */
export function verbOf(operation: Operation, text: string | undefined): string | undefined {
  const written = text ?? verbOfNoun(lastWord(lastLiteral(operation)));
  const folded = foldName(written);
  const words = nameWords(written);
  // `revert to draft` sets the status as `mark as draft` does.
  if (words.length === 3 && words[1] === "to" && MOVING.test(words[0] ?? "")) return `mark ${words[2]}`;
  const isOne = words.length === 1 || IRREGULAR.has(folded);
  if (!isOne && (MARKING.test(words[0] ?? "") || isPhrasal(words))) return words.join(" ");
  return isOne && folded.length > 2 ? folded : undefined;
}

/** True for `check in` and `sign off`, whose participle is made of the first word. */
function isPhrasal(words: readonly string[]): boolean {
  return words.length === 2 && /^(?:in|out|on|off|up|down)$/.test(words[1] ?? "");
}

const MOVING = /^(?:revert|reset|return|move|change|set)$/;
const MARKING = /^(?:un)?(?:mark|report|set|make)$/;

export interface Adjectives {
  readonly states: readonly string[];
  readonly opposites: readonly string[];
  /** True if the adjective fits only flags: `set start` may set another time than now. */
  readonly isFlag: boolean;
}

/**
 * The adjectives that are true after the action, and those that no longer are: `primary` for `set primary`, `read` for `mark as read`,
 * `banned` for `ban`.
 */
export function adjectivesOf(verb: string): Adjectives {
  const [first = "", ...rest] = verb.split(" ").filter((word) => word !== "as");
  if (rest.length === 0)
    return { states: statesOf(verb), opposites: oppositesOf(verb).flatMap(statesOf), isFlag: false };
  const said = rest.join("");
  if (!MARKING.test(first))
    return { states: statesOf(first).map((state) => state + said), opposites: [], isFlag: false };
  const isTakenBack = first.startsWith("un");
  return {
    states: isTakenBack ? [] : [said],
    opposites: isTakenBack ? [said] : oppositesOf(said),
    isFlag: !/(?:mark|report)$/.test(first),
  };
}

/** The adjectives of a verb: `banned` for `ban`; `canceled` and `cancelled` for `cancel`; `active` and `activated` for `activate`. */
export function statesOf(verb: string): readonly string[] {
  const irregular = IRREGULAR.get(verb);
  if (irregular) return irregular;
  // `PUT /mails/{id}/archived`
  if (/[^aeiou]ed$/.test(verb)) return [verb];
  if (verb.endsWith("e")) return [`${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`];
  return [`${verb}ed`, `${verb}${verb.at(-1)}ed`];
}

const DELETED = ["deleted", "removed", "destroyed", "archived", "inactive"];

const IRREGULAR: ReadonlyMap<string, readonly string[]> = new Map([
  ...["delete", "remove", "destroy"].map((verb): [string, readonly string[]] => [verb, DELETED]),
  ["activate", ["active", "activated"]],
  ["reactivate", ["active", "reactivated"]],
  ["deactivate", ["inactive", "deactivated", "disabled", "deprovisioned"]],
  ["resume", ["resumed", "active", "running"]],
  ["start", ["started", "running", "active"]],
  ["restart", ["running", "active", "started"]],
  ["boot", ["booted", "running", "active"]],
  ["reboot", ["rebooted", "running", "active"]],
  ["stop", ["stopped", "off", "exited"]],
  ["kill", ["killed", "exited", "stopped"]],
  ["shutdown", ["shutdown", "off", "stopped", "offline"]],
  ["poweron", ["poweredon", "on", "running", "active"]],
  ["poweroff", ["poweredoff", "off", "stopped", "offline"]],
  ["send", ["sent"]],
  ["seen", ["seen"]],
  ["read", ["read"]],
  ["lock", ["locked", "lockedout"]],
  ["cancel", ["canceled", "cancelled", "terminated"]],
  ["pay", ["paid"]],
  ["hide", ["hidden"]],
  ["freeze", ["frozen"]],
  ["void", ["voided", "void"]],
  ["capture", ["captured", "completed"]],
  ["submit", ["submitted"]],
  ["publish", ["published", "active", "live"]],
]);

/** Other names of the flag that a verb sets: `active` for `enable`, `following` for `follow`. */
export function flagsOf(verb: string): readonly string[] {
  const others = verb === "enable" ? ["active"] : verb === "activate" ? ["enabled"] : [];
  return [...others, `${verb.replace(/e$/, "")}ing`, `${verb}${verb.at(-1)}ing`];
}

/** The verbs that this one undoes. */
export function oppositesOf(verb: string): readonly string[] {
  const known = OPPOSITES.get(verb);
  if (known) return known;
  const [, base] = /^un(.{3,})$/.exec(verb) ?? [];
  return base === undefined ? [] : [base];
}

const OPPOSITES: ReadonlyMap<string, readonly string[]> = new Map([
  ["enable", ["disable"]],
  ["disable", ["enable"]],
  ["activate", ["deactivate"]],
  ["deactivate", ["activate"]],
  ["reactivate", ["deactivate", "cancel"]],
  ["resume", ["pause", "suspend"]],
  ["start", ["pause", "stop"]],
  ["stop", ["start"]],
  ["kill", ["start"]],
  ["shutdown", ["start"]],
  ["reopen", ["close"]],
  ["restore", ["delete", "archive"]],
]);
