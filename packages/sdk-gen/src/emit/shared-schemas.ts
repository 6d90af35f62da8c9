import { camelCase } from "../plan/identifier.js";
import type { ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import { code } from "./code.js";
import { emitConstant } from "./emit-model.js";
import { importChecks } from "./emit-schema.js";
import { importSchemas } from "./import-models.js";
import { FORMAT_NAMES } from "./schema-keywords.js";
import type { WrittenSchemas } from "./written-schemas.js";

/** A schema that several operations share, with a name. */
interface SharedSchema {
  readonly name: string;
  readonly text: string;
}

export interface SharedSchemas {
  /** All shared schemas. A schema comes after those that it contains. */
  readonly all: readonly SharedSchema[];
  /** Replaces shared schemas in a text by their names, and returns these names. */
  apply(text: string, written: WrittenSchemas): { readonly text: string; readonly names: ReadonlySet<string> };
}

// Text from a description cannot look like this, since quotation marks in it are escaped.
const TOKEN = /""(\d+)""/g;
const tokenOf = (at: number): string => `""${at}""`;

/**
 * Finds schemas that occur several times, so that each is emitted once. This makes a client a third smaller. A schema
 * that occurs only inside another shared schema stays inline.
 */
export function shareSchemas(
  places: readonly { readonly text: string; readonly written: WrittenSchemas }[],
): SharedSchemas {
  const counts = new Map<string, number>();
  for (const { written } of places)
    for (const [text, count] of written.counts) counts.set(text, (counts.get(text) ?? 0) + count);
  const repeated = [...counts].filter(([, count]) => count > 1).map(([text]) => text);
  // The longest first, since it contains shorter ones.
  const texts = repeated.sort((left, right) => right.length - left.length || (left < right ? -1 : 1));
  const positions = new Map(texts.map((text, at) => [text, at]));
  const tokenized = (text: string, ats: readonly number[]): string =>
    ats.reduce((rest, at) => {
      const part = texts[at] ?? "";
      return rest.includes(part) ? rest.replaceAll(part, tokenOf(at)) : rest;
    }, text);
  const within = ({ counts: own }: WrittenSchemas): number[] =>
    [...own.keys()].flatMap((text) => positions.get(text) ?? []).sort((left, right) => left - right);
  const bodies = texts.map((text, at) =>
    tokenized(
      text,
      texts.flatMap((part, other) => (other > at && part.length < text.length ? other : [])),
    ),
  );
  const uses = texts.map(() => 0);
  const count = (text: string): void => {
    for (const [, at] of text.matchAll(TOKEN)) uses[Number(at)] = (uses[Number(at)] ?? 0) + 1;
  };
  for (const { text, written } of places) count(tokenized(text, within(written)));
  bodies.forEach((body, at) => {
    if (uses[at]) count(body);
  });
  const names = namesOf(texts, places, uses);
  const named = (text: string, found?: Set<string>): string =>
    text.replace(TOKEN, (_token, at) => {
      const name = names[at];
      if (name === undefined) return named(bodies[at] ?? "", found);
      found?.add(name);
      return name;
    });
  const all = texts.flatMap((_, at) => {
    const name = names[at];
    return name === undefined ? [] : [{ name, text: named(bodies[at] ?? "") }];
  });
  return {
    all: all.reverse(),
    apply(text, written) {
      const found = new Set<string>();
      const told = named(tokenized(text, within(written)), found);
      return { text: told, names: found };
    },
  };
}

/** Names a schema after the property or parameter that most often has it. `undefined` if it is used once. */
function namesOf(
  texts: readonly string[],
  places: readonly { readonly written: WrittenSchemas }[],
  uses: readonly number[],
): (string | undefined)[] {
  const taken = new Map<string, number>();
  return texts.map((text, at) => {
    if ((uses[at] ?? 0) < 2) return undefined;
    const hints = new Map<string, number>();
    for (const { written } of places)
      for (const [hint, count] of written.hints.get(text) ?? []) hints.set(hint, (hints.get(hint) ?? 0) + count);
    const [[hint = "some"] = []] = [...hints].sort(
      ([left, more], [right, less]) => less - more || (left < right ? -1 : 1),
    );
    const name = camelCase(`${hint} shape`, "someShape");
    const number = (taken.get(name) ?? 0) + 1;
    taken.set(name, number);
    return number === 1 ? name : `${name}_${number}`;
  });
}

/** The imports that code needs. @param names of the shared schemas in it @param models that it may refer to */
export function importUsed(
  { text, names }: { readonly text: string; readonly names: ReadonlySet<string> },
  models: Iterable<ModelPlan>,
  plan: SdkPlan,
  utils: string,
): string[] {
  const checks = new Set<string>();
  for (const [, list = ""] of text.matchAll(/uses: \[([\w, ]+)\]/g))
    for (const name of list.split(", ")) checks.add(name);
  for (const [, name = ""] of text.matchAll(/format: (\w+)/g)) if (FORMATS.has(name)) checks.add(name);
  for (const name of ["bodyIssues", "exactIntegers", "isGiven", "onWire"])
    if (text.includes(`, ${name},`) || text.includes(`, ${name} `)) checks.add(name);
  const words = new Set(text.match(/(?<![\w$])[\w$]+Schema(?![\w$])/g));
  const used = [...models].filter(({ name }) => words.has(`${name}Schema`));
  return [
    importChecks(checks, utils) || [],
    importSchemas(used, plan, "../models"),
    names.size > 0 ? `import { ${[...names].sort().join(", ")} } from "../utils/shapes.js";` : [],
  ].flat();
}

const FORMATS: ReadonlySet<string> = new Set(Object.values(FORMAT_NAMES));

/** `utils/shapes.js`: the shared schemas. @param models that they may refer to */
export function emitSharedSchemas({ all }: SharedSchemas, models: Iterable<ModelPlan>, plan: SdkPlan): string {
  const isTyped = plan.features.language === "ts";
  const constants = all.map(({ name, text }) => emitConstant(name, text, isTyped));
  return code(
    importUsed({ text: constants.join("\n"), names: new Set() }, models, plan, "."),
    isTyped && 'import type { SchemaData } from "./validate.js";',
    "",
    "// Schemas that the description writes out in more than one place.",
    constants,
  );
}
