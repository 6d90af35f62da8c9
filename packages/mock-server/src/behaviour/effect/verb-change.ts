import { selectSuccess } from "@onespec/http-contract";
import {
  type ApiDescription,
  foldName,
  isObject,
  type JsonSchema,
  lastWord,
  nameWords,
  type ObjectProperty,
  type Operation,
  objectProperties,
  type Resource,
  type SchemaRegistry,
  sameNoun,
  schemaShape,
} from "@onespec/spec-core";
import { lastLiteral, verbOfNoun } from "../../model/path-words.js";
import { keywordsOf, propertiesOf } from "../../model/schema-questions.js";
import { STATUS } from "../../response/job-progress.js";
import { instantText } from "../../response/record-moments.js";
import type { JsonObject } from "../../store/record-store.js";
import { createFirstValues, statusValues } from "../record/first-values.js";

/** Changes the properties of a record that say what an action has done; a change that the schema does not allow is left out. */
export type VerbChange = (value: JsonObject, now: number) => JsonObject;

/**
 * `POST /users/{id}/ban` makes `banned` true, `DELETE /filters/{id}/favourite` makes `favourite` false, `POST /orders/{id}/cancel` makes
 * the `status` `canceled` and `canceled_at` now. `undefined`
 * where the record has no property that the verb of the path names.
 * @param text the verb, where the body says it and not the path
 */
export function createVerbChange(
  { schemas, document }: Pick<ApiDescription, "schemas" | "document">,
  resource: Resource,
  operation: Operation,
  text?: string,
): VerbChange | undefined {
  const verb = verbOf(operation, text);
  if (verb === undefined) return undefined;
  const firsts = createFirstValues(schemas, resource);
  const reply = selectSuccess(operation).response?.content[0]?.schema?.json ?? true;
  const changes = changesOf({ schemas, document }, objectProperties(schemas, resource.schema.json), {
    verb,
    first: (property) => firsts.of([property]).get(property.name),
    ...adjectivesOf(verb),
    answered: (name) => keywordsOf(schemas, objectProperties(schemas, reply).get(name)?.schema ?? true).examples ?? [],
    // `DELETE /issues/{id}/lock` takes back what the `PUT` there does; `DELETE /mails/{id}/unread`, "Mark as unread", says what it does.
    isRemoval: operation.method === "delete" && text === undefined && !isSaid(operation, verb),
    part: text === undefined ? partOf(operation) : undefined,
  });
  if (changes.length === 0) return undefined;
  const { isValid } = schemas.validator(resource.schema, "response");
  return (value, now) => {
    const changed = { ...value, ...Object.fromEntries(changes.map((change) => change(now, value))) };
    if (isValid(changed) || !isValid(value)) return changed;
    return changes.reduce((kept, change) => {
      const [name, made] = change(now, value);
      const next = { ...kept, [name]: made };
      return isValid(next) ? next : kept;
    }, value);
  };
}

function isSaid({ summary = "" }: Operation, verb: string): boolean {
  return verb.startsWith("un") && nameWords(summary).includes(verb);
}

type Change = (now: number, before: JsonObject) => readonly [name: string, value: unknown];

/** The changes that a verb makes to these properties, and to those of a status that is an object. */
function changesOf(
  api: Pick<ApiDescription, "schemas" | "document">,
  properties: ReadonlyMap<string, ObjectProperty>,
  meaning: Adjectives & {
    readonly verb: string;
    readonly isRemoval: boolean;
    /** The status of a new record. */
    readonly first: (property: ObjectProperty) => unknown;
    /** Examples of a status that the action answers. */
    readonly answered: (name: string) => readonly unknown[];
    /** The property that the verb is about: `backups` of `/servers/{id}/backups/enable`. */
    readonly part?: string | undefined;
  },
): readonly Change[] {
  const { schemas, document } = api;
  const { verb, states, opposites, isFlag, isRemoval, first, part, answered } = meaning;
  const isNamed = (folded: string): boolean =>
    states.includes(folded) || folded === verb || flagsOf(verb).includes(folded);
  // `unverified` after `verify`, `suspend` after `resume`.
  const undone = oppositesOf(verb).flatMap((one) => [one, ...flagsOf(one)]);
  const undoing = [...opposites, ...undone, ...states.map((state) => `un${state}`)];
  const changes: Change[] = [];
  for (const property of properties.values()) {
    const { name, schema } = property;
    const { types, properties: parts } = schemaShape(schemas, schema);
    const folded = foldName(name).replace(/^is(?=.)/, "");
    const isNullable = types.has("null");
    if (types.has("boolean") && (isNamed(folded) || undoing.includes(folded))) {
      const isSo = isNamed(folded) && !isRemoval;
      changes.push(() => [name, isSo]);
      continue;
    }
    const isPart = part !== undefined && sameNoun(foldName(name), part);
    if ((STATUS.test(name) || isPart || HOLDERS.has(name)) && parts.size > 0) {
      const inner = changesOf(api, objectProperties(schemas, schema), { ...meaning, part: undefined });
      const within = (now: number, before: JsonObject): JsonObject => ({
        ...before,
        ...Object.fromEntries(inner.map((change) => change(now, before))),
      });
      if (inner.length > 0)
        changes.push((now, { [name]: before }) => [
          name,
          isObject(before) || (isPart && before === undefined) ? within(now, (before ?? {}) as JsonObject) : before,
        ]);
      continue;
    }
    const moment = /^(.+?)(?:at|on|since|date|time)$/.exec(folded)?.[1] ?? "";
    const { format } = keywordsOf(schemas, schema);
    const isMoment = format === "date-time" || format === "date";
    if (isMoment && isNullable && (isRemoval ? states : opposites).includes(moment)) {
      changes.push(() => [name, null]);
      continue;
    }
    if (isRemoval || isFlag) continue;
    const listed = STATUS.test(name) || ENDS_IN_STATE.test(name) ? statusValues(schemas, schema) : [];
    if (STATUS.test(name) || listed.length > 0) {
      const values = listed.length > 0 ? listed : answered(name);
      const find = (words: readonly string[], end = ""): unknown[] =>
        words.flatMap((word) => values.find((value) => isStatus(value, word, end)) ?? []);
      // `CANCELLED_BY_CUSTOMER`
      const [exact, by] = [find(states), find(states, "by")];
      // `schedule` where no status is `scheduled`.
      const own = [exact, by, find([verb])].find((some) => some.length > 0) ?? [];
      const base = /^un(.{3,})$/.exec(verb)?.[1];
      const undone = base === undefined ? opposites : [...opposites, base];
      if (own.length > 0) changes.push(() => [name, own[0]]);
      else if (undone.length > 0 && values.length > 0) {
        const others = values.filter(
          (value) => !undone.includes(foldName(String(value))) && !UNSPECIFIED.test(String(value)),
        );
        const usual = base === undefined ? [first(property)] : [];
        const [left = values[0]] = [...usual, ...find(IN_USE), ...others].filter((value) => others.includes(value));
        changes.push((_, { [name]: before }) =>
          typeof before === "string" && undone.includes(foldName(before)) ? [name, left] : [name, before],
        );
      } else if (listed.length === 0 && types.has("string") && STATE_VERBS.has(verb))
        changes.push((_, { [name]: before }) => [name, inCaseOf(before, states[0] ?? "")]);
      continue;
    }
    const length = format === "date" ? "2026-01-31".length : undefined;
    if (isMoment && states.includes(moment)) changes.push((now) => [name, instantText(document, now).slice(0, length)]);
  }
  return changes;
}

function isStatus(value: unknown, word: string, end: string): boolean {
  const text = typeof value === "string" ? value : "";
  // `document.sent`
  const own = [text, text.slice(text.lastIndexOf(".") + 1)].map(foldName);
  return own.some((folded) => (end === "" ? folded === word : folded.startsWith(word + end)));
}

/** Objects that hold what others have at the top: in Kubernetes and JSON:API. */
const HOLDERS: ReadonlySet<string> = new Set(["spec", "attributes"]);
/** `storage_state` of `:archive`. */
const ENDS_IN_STATE = /(?:_(?:state|status)|[a-z](?:State|Status))$/;
/** The first value of an enumeration in protocol buffers. */
const UNSPECIFIED = /_unspecified$|^unknown$/i;
const IN_USE = ["active", "enabled", "open", "available", "running", "started"];
/** They name a state, also where the description lists none. */
const STATE_VERBS = new Set(
  "close cancel archive complete activate deactivate pause suspend terminate approve reject publish finish".split(" "),
);

/** `closed`, or `CLOSED` or `Closed` where the status before was written so. */
function inCaseOf(before: unknown, state: string): string {
  if (typeof before !== "string" || before === before.toLowerCase()) return state;
  if (before === before.toUpperCase()) return state.toUpperCase();
  return /^[A-Z]/.test(before) ? state.charAt(0).toUpperCase() + state.slice(1) : state;
}

/** The word before the verb, behind the id of the record. */
function partOf({ template: { segments } }: Operation): string | undefined {
  const [id, part, verb] = segments.slice(-3);
  const isPart = id?.kind === "parameter" && part?.kind === "literal" && verb?.kind === "literal";
  return isPart ? foldName(part.text) : undefined;
}

/** The last word of the path, or the one that the body says. */
function verbOf(operation: Operation, text: string | undefined): string | undefined {
  const written = text ?? verbOfNoun(lastWord(lastLiteral(operation)));
  const folded = foldName(written);
  const words = nameWords(written);
  const isOne = words.length === 1 || IRREGULAR.has(folded);
  if (!isOne && (MARKING.test(words[0] ?? "") || isPhrasal(words))) return words.join(" ");
  return isOne && folded.length > 2 ? folded : undefined;
}

/** `check in`, `sign off`: the participle is that of the first word. */
function isPhrasal(words: readonly string[]): boolean {
  return words.length === 2 && /^(?:in|out|on|off|up|down)$/.test(words[1] ?? "");
}

const MARKING = /^(?:un)?(?:mark|set|make)$/;

interface Adjectives {
  readonly states: readonly string[];
  readonly opposites: readonly string[];
  /** Only a flag can be it: `set start` may well mean another time than now. */
  readonly isFlag: boolean;
}

/** The adjectives that hold afterwards and those that no longer do: `primary` of `set primary`, `read` of `mark as read`, `banned` of `ban`. */
function adjectivesOf(verb: string): Adjectives {
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
    isFlag: !first.endsWith("mark"),
  };
}

/** The adjectives of a verb: `banned` of `ban`; `canceled` and `cancelled`; `active` and `activated`. */
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
  ["cancel", ["canceled", "cancelled", "terminated"]],
  ["pay", ["paid"]],
  ["hide", ["hidden"]],
  ["freeze", ["frozen"]],
  ["void", ["voided", "void"]],
  ["capture", ["captured", "completed"]],
  ["submit", ["submitted"]],
  ["publish", ["published", "active", "live"]],
]);

/** Other words for a flag that a verb sets: enabling a campaign makes it `active`, to follow an account is to be `following`. */
function flagsOf(verb: string): readonly string[] {
  const others = verb === "enable" ? ["active"] : verb === "activate" ? ["enabled"] : [];
  return [...others, `${verb.replace(/e$/, "")}ing`, `${verb}${verb.at(-1)}ing`];
}

/** The booleans of an answer that say what an action has done: `following` of the relation that `POST /accounts/{id}/follow` answers. */
export function saidFlags(
  schemas: SchemaRegistry,
  operation: Operation,
  answer: JsonSchema,
): Readonly<Record<string, boolean>> {
  const verb = verbOf(operation, undefined);
  if (verb === undefined || operation.method === "delete") return {};
  const { states, opposites } = adjectivesOf(verb);
  const set = [...states, verb, ...flagsOf(verb)];
  const undone = [...opposites, ...oppositesOf(verb).flatMap((one) => [one, ...flagsOf(one)])];
  return Object.fromEntries(
    propertiesOf(schemas, answer).flatMap(({ name, schema }): [string, boolean][] => {
      const folded = foldName(name).replace(/^is(?=.)/, "");
      const isFlag = schemaShape(schemas, schema).types.has("boolean") && [...set, ...undone].includes(folded);
      return isFlag ? [[name, set.includes(folded)]] : [];
    }),
  );
}

/** Verbs that this one takes back. */
function oppositesOf(verb: string): readonly string[] {
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
