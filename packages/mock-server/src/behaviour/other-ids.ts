import { coerceValue } from "@onespec/http-contract";
import {
  foldName,
  nameWords,
  objectProperties,
  type Parameter,
  type Resource,
  type SchemaRegistry,
} from "@onespec/spec-core";

/**
 * The properties besides the id by which the description lets a path name a record: the one that the parameter is called after
 * (`uid` of `{uid}`, or of another path that differs in that name alone), and alternatives in its name (`{id_or_slug}`) or text
 * ("The ID or name of the image").
 */
export function otherIds(schemas: SchemaRegistry, sharers: readonly Resource[], parameter: string): OtherIds {
  const { declared, text } = declaredParameter(sharers, parameter);
  const spellings = new Set([parameter, ...sharers.flatMap(({ id }) => id.otherParameters)].map(foldName));
  const isAlternative = alternatives(parameter, text);
  const [owner] = sharers;
  const names = new Set<string>();
  for (const { schema, id } of sharers) {
    // Resources that share their records may go by different properties.
    const own = id.parameter === parameter && id.property?.length === 1 ? id.property[0] : undefined;
    for (const { name, writeOnly } of objectProperties(schemas, schema.json).values()) {
      // By a secret nothing is found, or paths would tell which one is right.
      if (writeOnly) continue;
      if (name === own || spellings.has(foldName(name)) || isAlternative(name)) names.add(name);
    }
  }
  // Records that do not show their id can be asked for by nothing else.
  if (owner?.id.property === undefined) for (const name of usualIds(schemas, sharers)) names.add(name);
  const [key, ...inner] = owner?.id.property ?? [];
  if (key !== undefined && inner.length === 0) names.delete(key);
  const validator = declared && schemas.validator(declared.schema, "request");
  return {
    names: [...names],
    isAny: names.size > 0 || [...SELF].some((word) => saysSelf(declared, text, word)),
    isSelf: (word) => SELF.has(word) && saysSelf(declared, text, word),
    accepts: (text) => !validator || validator.isValid(coerceValue(schemas, declared.schema.json, text)),
  };
}

export interface OtherIds {
  /** Is there any other name at all? */
  readonly isAny: boolean;
  /** Is it a word for whoever asks, such as `me`, that the description names? */
  isSelf(text: string): boolean;
  readonly names: readonly string[];
  /** Does the parameter's schema allow the text? */
  accepts(text: string): boolean;
}

const SELF: ReadonlySet<string> = new Set(["me", "@me", "self", "current"]);

function saysSelf(declared: Parameter | undefined, text: string, word: string): boolean {
  const examples = declared?.examples.map(({ value }) => value) ?? [];
  return examples.includes(word) || ['"', "'", "`"].some((mark) => text.includes(`${mark}${word}${mark}`));
}

function usualIds(schemas: SchemaRegistry, [owner]: readonly Resource[]): readonly string[] {
  const present = owner === undefined ? [] : [...objectProperties(schemas, owner.schema.json).values()];
  return USUAL_IDS.flatMap((usual) =>
    present.filter(({ name, writeOnly }) => !writeOnly && foldName(name) === usual).map(({ name }) => name),
  );
}

const USUAL_IDS = [
  "id",
  "uuid",
  "guid",
  "uid",
  "gid",
  "sid",
  "identifier",
  "key",
  "slug",
  "login",
  "username",
  "name",
  "code",
];

/** The parameter, and the text about it in all operations that have it. */
function declaredParameter(sharers: readonly Resource[], name: string) {
  const found = sharers
    .flatMap(({ roles }) => Object.values(roles))
    .flatMap(({ parameters, summary = "" }) => {
      const own = parameters.find((one) => one.in === "path" && one.name === name);
      return own ? [{ own, text: `${own.description ?? ""}. ${summary}. ` }] : [];
    });
  const declared: Parameter | undefined = found[0]?.own;
  return { declared, text: found.map(({ text }) => text).join("") };
}

function alternatives(parameter: string, text: string): (property: string) => boolean {
  const named = nameWords(parameter).join(" ").split(" or ");
  const inName = named.length > 1 ? named.map((words) => words.replaceAll(" ", "")) : [];
  const sentences = text
    .split(/[.;\n](?:\s|$)/)
    .map((sentence) => nameWords(sentence))
    .filter((words) => words.includes("or") && words.some((word) => ID_WORDS.has(word)));
  const inText = new Set(
    sentences.flatMap((words) => words.flatMap((word, at) => [word, word + (words[at + 1] ?? "")])),
  );
  return (property) => {
    const folded = foldName(property);
    return inName.some((one) => one.endsWith(folded)) || inText.has(folded);
  };
}

const ID_WORDS: ReadonlySet<string> = new Set(["id", "ids", "uuid", "guid", "identifier", "key", "number"]);
