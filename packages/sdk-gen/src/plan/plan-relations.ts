import { type ApiDescription, objectProperties, type RecordPlace, type Resource } from "@onespec/spec-core";
import { pluralize } from "inflection";
import { invalid, unknownName } from "../config/check-config.js";
import type { AppliedConfig } from "../config/config-of.js";
import { camelCase, wordsOf } from "./identifier.js";
import { linkedRelations } from "./linked-relations.js";
import { shortName } from "./resource-names.js";
import type { RelationPlan } from "./sdk-plan.js";
import { singular } from "./singular.js";
import { typesAt } from "./types-at.js";

type NameOf = ReadonlyMap<Resource, string>;

/** What `populate` can load of a resource: foreign keys, collections below it, links, and what the server writes out when asked. */
export function planRelations(
  api: ApiDescription,
  resource: Resource,
  nameOf: NameOf,
  config: AppliedConfig,
): RelationPlan[] {
  const relations = new Map<string, RelationPlan>();
  const given = config.resources[resource.collectionPath]?.relations ?? {};
  const candidates = [
    ...configuredRelations(api, resource, nameOf, config),
    ...foreignKeys(api, resource, nameOf),
    ...children(resource, nameOf),
    ...linkedRelations(api, resource, nameOf),
  ];
  for (const relation of candidates) if (!relations.has(relation.name)) relations.set(relation.name, relation);
  for (const { name, value } of expandValues(api, resource)) {
    const known = relations.get(name);
    if (known) {
      if (known.kind !== "link") relations.set(name, { ...known, expand: value });
    } else if (objectProperties(api.schemas, resource.schema.json).has(name))
      relations.set(name, { name, kind: "expand", key: [name], expand: value });
  }
  return [...relations.values()]
    .filter(({ name }) => given[name] !== null)
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** @throws SdkGenError CONFIG_INVALID for a resource or a property that is not there */
function configuredRelations(
  { schemas, resources }: ApiDescription,
  resource: Resource,
  nameOf: NameOf,
  { resources: all, where }: AppliedConfig,
): RelationPlan[] {
  return Object.entries(all[resource.collectionPath]?.relations ?? {}).flatMap(([name, relation]): RelationPlan[] => {
    if (relation === null) return [];
    const path = ["resources", resource.collectionPath, "relations", name];
    const paths = resources.map(({ collectionPath }) => collectionPath);
    const found = resources.find(({ collectionPath }) => collectionPath === relation.resource);
    const target = found && nameOf.get(found);
    if (!found || target === undefined)
      throw unknownName(where, [...path, "resource", relation.resource], paths, "collection path of a resource");
    const key = relation.key?.split(".");
    if (key) {
      const fields = objectProperties(schemas, resource.schema.json);
      const field = fields.get(key[0] ?? "");
      if (!field) throw unknownName(where, [...path, "key", key[0] ?? ""], [...fields.keys()], "property");
      return [
        { name, kind: "one", target, key, many: key.length === 1 && typesAt(schemas, field.schema).has("array") },
      ];
    }
    const parent = found.parents.find((one) => one.resource === resource);
    if (!parent)
      throw invalid(where, path, `needs a key: ${relation.resource} is not below ${resource.collectionPath}`);
    return [{ name, kind: "many", target, parameter: parent.parameter }];
  });
}

/** `authorId`, `author_id`, `authorIds` and, where it holds an id, `author` point at authors when there is a way to read one by id. */
function foreignKeys(api: ApiDescription, resource: Resource, nameOf: NameOf): RelationPlan[] {
  const targets = targetsByWord(nameOf);
  const { schemas } = api;
  const fields = objectProperties(schemas, resource.schema.json);
  return [...fields.keys()].sort().flatMap((property): RelationPlan[] => {
    const words = wordsOf(property).map((word) => word.toLowerCase());
    const last = words.at(-1);
    const isKey = words.length > 1 && (last === "id" || last === "ids");
    const stem = (isKey ? words.slice(0, -1) : words).join(" ");
    const target = targets.get(stem) ?? (isKey ? targets.get(words.at(-2) ?? "") : undefined);
    if (!target) return [];
    const name = isKey ? camelCase(last === "ids" ? pluralize(stem) : stem, "") : property;
    const isId = resource.id.property?.join(".") === property;
    if (!isKey && (isId || !mayHoldId(api, fields.get(property)?.schema ?? true, target.resource))) return [];
    const many = typesAt(schemas, fields.get(property)?.schema ?? true).has("array");
    return [{ name, kind: "one", target: target.name, key: [property], many }];
  });
}

/** Plain text or a number like the target's ids: no enumeration, no date, no object that is there already. */
function mayHoldId({ schemas }: ApiDescription, json: Parameters<typeof typesAt>[1], { id }: Resource): boolean {
  const own = typesAt(schemas, json);
  const wanted = typesAt(schemas, id.schema.json);
  const target = schemas.follow(json);
  const { enum: members, format } = typeof target === "boolean" ? {} : target;
  return (
    members === undefined && !/date|time|uri|email/.test(format ?? "") && [...wanted].some((type) => own.has(type))
  );
}

type Targets = ReadonlyMap<string, { readonly name: string; readonly resource: Resource }>;

const targetsOf = new WeakMap<NameOf, Targets>();

/** Worked out once: every resource asks. */
function targetsByWord(nameOf: NameOf): Targets {
  const known = targetsOf.get(nameOf) ?? findTargets(nameOf);
  targetsOf.set(nameOf, known);
  return known;
}

function findTargets(nameOf: NameOf): Targets {
  const targets = new Map<string, { readonly name: string; readonly resource: Resource }>();
  for (const [resource, name] of nameOf) {
    if (resource.parents.length > 0 || resource.id.property === undefined) continue;
    if (!resource.roles.read && !resource.roles.list) continue;
    const words = wordsOf(singular(shortName(resource)));
    targets.set(words.join(" ").toLowerCase(), { name, resource });
  }
  return targets;
}

const childrenOf = new WeakMap<NameOf, ReadonlyMap<Resource, readonly RelationPlan[]>>();

/** Collections below the item path. Worked out once: every resource asks. */
function children(resource: Resource, nameOf: NameOf): readonly RelationPlan[] {
  const known = childrenOf.get(nameOf) ?? findChildren(nameOf);
  childrenOf.set(nameOf, known);
  return known.get(resource) ?? [];
}

function findChildren(nameOf: NameOf): ReadonlyMap<Resource, readonly RelationPlan[]> {
  const children = new Map<Resource, RelationPlan[]>();
  for (const [child, target] of nameOf) {
    const [parent] = child.parents;
    if (child.parents.length !== 1 || parent?.resource === undefined || !child.roles.list) continue;
    const siblings = children.get(parent.resource) ?? [];
    children.set(parent.resource, siblings);
    siblings.push({ name: camelCase(shortName(child), ""), kind: "many", target, parameter: parent.parameter });
  }
  return children;
}

/** The values that the list's `expand` declares, by the property that each fills. A place in the list's envelope may stand before it. */
function expandValues({ schemas }: ApiDescription, { list }: Resource): { name: string; value: string }[] {
  const schema = list?.expand && schemas.follow(list.expand.schema.json);
  if (!list || schema === undefined || typeof schema === "boolean") return [];
  const items = schema.items === undefined ? true : schemas.follow(schema.items);
  const members = schema.enum ?? (typeof items === "object" ? items.enum : undefined) ?? [];
  const around: RecordPlace = list.shape.kind === "envelope" ? [...list.shape.itemsAt, ...list.item] : list.item;
  const prefix = around.map((name) => `${name}.`).join("");
  return members.flatMap((value) => {
    if (typeof value !== "string") return [];
    const name = value.startsWith(prefix) ? value.slice(prefix.length) : value;
    return name.includes(".") ? [] : [{ name, value }];
  });
}
