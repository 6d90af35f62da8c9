import {
  ADDING,
  foldName,
  type JsonSchema,
  nameWords,
  type ObjectProperty,
  type Operation,
  REMOVING,
  sameNoun,
  schemaShape,
} from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";

/** The effect of a verb on the properties that its noun names. */
export interface ActionMeaning {
  readonly kind: "set" | "add" | "remove";
  /** The folded words after the verb. */
  readonly noun: readonly string[];
  /** The path has no verb. Its last word names properties of the record, and the method says what happens to them. */
  readonly isPath?: boolean;
  /** Objects keep their other members. */
  readonly isMerged?: boolean;
  /** True for `add_to_group`, which sets the group, or adds to the list `groups`. */
  readonly isTo?: boolean;
  /** True for a verb that switches something on, false for one that switches it off. */
  readonly isOn?: boolean;
}

/** An action, its record and its request: the input of the rules that change properties. */
export interface ActionTerms extends ActionMeaning {
  readonly context: MockContext;
  readonly operation: Operation;
  /** The schema of the record. */
  readonly record: JsonSchema;
  /** The verb and its noun, as the path or the summary writes them. */
  readonly text: string;
  /** The properties of the record, without its id and its parents. */
  readonly properties: readonly ObjectProperty[];
  /** The properties of the request, under the names of the record. */
  readonly declared: readonly ObjectProperty[];
  /** The part of `declared` that stands in the query. */
  readonly queried: readonly ObjectProperty[];
  /** The property of the record that the noun names. */
  readonly named: ObjectProperty | undefined;
}

/** `undefined` if the verb says nothing. */
export function meaningOf({ method }: Operation, text: string): ActionMeaning | undefined {
  const [verb = "", ...others] = nameWords(text);
  const noun = others.filter((word, index) => index > 0 || !/^(?:to|from|in|of)$/.test(word));
  const isTo = noun.length < others.length;
  if (verb === "enable") return { kind: "set", noun, isOn: true };
  if (verb === "disable") return { kind: "remove", noun, isOn: false };
  // `add_to_group` sets the group, `add_route` adds a route.
  if (ADDING.has(verb))
    return { kind: isTo ? "set" : "add", noun, isMerged: verb === "add" || verb === "append", isTo };
  if (REMOVING.has(verb)) return { kind: "remove", noun };
  if (SETTING.has(verb)) return { kind: "set", noun };
  const kind = method === "post" ? "add" : METHODS.get(method);
  return kind && { kind, noun: nameWords(text), isPath: true, isMerged: method === "post" || method === "patch" };
}

const SETTING = new Set(
  "change set update edit modify replace resize rename move convert upgrade downgrade scale adjust configure reassign rebuild".split(
    " ",
  ),
);
const METHODS: ReadonlyMap<string, ActionMeaning["kind"]> = new Map([
  ["put", "set"],
  ["patch", "set"],
  ["delete", "remove"],
]);

/** True if the property is named after the noun, in singular or plural. */
export function isNamed(name: string, noun: readonly string[]): boolean {
  const [folded, word] = [foldName(name), noun.join("")];
  return word !== "" && sameNoun(folded, word);
}

/** The only property that is named after the noun, or ends in it: `batch_shipments` of `add_shipments`. */
export function namedList({ properties, noun }: ActionTerms): ObjectProperty | undefined {
  const [list, ...others] = properties.filter(({ name }) => isNamed(name, noun) || endsIn(name, noun));
  return noun.length > 0 && others.length === 0 ? list : undefined;
}

function endsIn(name: string, noun: readonly string[]): boolean {
  const words = nameWords(name);
  return words.length > noun.length && sameNoun(words.slice(-noun.length).join(""), noun.join(""));
}

export function shapeOf({ context }: Pick<ActionTerms, "context">, schema: JsonSchema): ReturnType<typeof schemaShape> {
  return schemaShape(context.schemas, schema);
}

export function isList(terms: Pick<ActionTerms, "context">, { schema }: ObjectProperty): boolean {
  return shapeOf(terms, schema).types.has("array");
}
