import { pick, type Random } from "../mutant.js";
import { hostileName, hostileText } from "./hostile-texts.js";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Member = [name: string, value: Json];

/** Keywords whose value is a map by names that the description chooses. */
const MAPS = new Set(
  `schemas parameters responses requestBodies headers securitySchemes examples links callbacks pathItems properties patternProperties
  $defs definitions dependentSchemas mapping variables scopes encoding content webhooks`.split(/\s+/),
);
/** Texts that must stay for the description to be one at all. */
const KEPT = new Set(["openapi", "swagger", "$ref", "in", "type", "style", "jsonSchemaDialect", "$schema", "$id"]);

/**
 * A description with hostile texts planted in it: titles, prose, values of enums, defaults, examples, patterns, addresses; and names of
 * schemas, properties, parameters, tags, media types, schemes, extensions. References to a renamed part follow its name.
 */
export function hostileDescription(description: unknown, random: Random): unknown {
  // Some are changed in a few places, so that the rest still works, and some nearly everywhere.
  const rate = pick([0.02, 0.1, 0.4, 0.9], random);
  const renamed = new Map<string, string>();
  return planted(description as Json, "", false, { random, rate, renamed });
}

interface Planting {
  readonly random: Random;
  readonly rate: number;
  /** By old name, so that references and required properties follow. */
  readonly renamed: Map<string, string>;
}

function planted(value: Json, key: string, isMap: boolean, planting: Planting): Json {
  const { random, rate } = planting;
  if (typeof value === "string") return KEPT.has(key) ? reference(key, value, planting) : text(key, value, planting);
  if (Array.isArray(value))
    return value.map((item) =>
      key === "required" && typeof item === "string" ? nameOf(item, planting) : planted(item, key, false, planting),
    );
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]): Member => {
    const isName = isMap && !/^(\d|default$|2XX)/i.test(name);
    return [isName ? nameOf(name, planting) : name, planted(member, name, !isMap && MAPS.has(name), planting)];
  });
  if (!isMap && random() < rate * 0.3) members.push([`x-${hostileText(random)}`, hostileText(random)]);
  if (isMap && random() < rate * 0.5) members.push([hostileName(random), members[0]?.[1] ?? {}]);
  return own(members);
}

/** With `__proto__` as a property like others. */
function own(members: readonly Member[]): Json {
  return Object.fromEntries(members);
}

function nameOf(name: string, { random, rate, renamed }: Planting): string {
  const known = renamed.get(name);
  if (known !== undefined) return known;
  const now = random() < rate * 0.7 ? hostileName(random) : name;
  renamed.set(name, now);
  return now;
}

function text(key: string, value: string, planting: Planting): Json {
  const { random, rate } = planting;
  if (random() >= rate) return planting.renamed.get(value) ?? value;
  if (key === "url" && random() < 0.5)
    return `https://${encodeURIComponent(hostileText(random).toWellFormed())}.example`;
  return random() < 0.5 ? hostileText(random) : `${value}${hostileText(random)}`;
}

/** References follow the names that they go through. */
function reference(key: string, value: string, planting: Planting): string {
  if (key !== "$ref" || !value.startsWith("#/")) return value;
  const tokens = value.slice(2).split("/");
  return `#/${tokens
    .map((token, at) => (at === tokens.length - 1 ? pointerToken(nameOf(decoded(token), planting)) : token))
    .join("/")}`;
}

function decoded(token: string): string {
  return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}

function pointerToken(name: string): string {
  return encodeURIComponent(name.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1"));
}
