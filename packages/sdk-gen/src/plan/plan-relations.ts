import {
  type ApiDescription,
  type JsonSchema,
  objectProperties,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
} from "@onespec/spec-core";
import { pluralize } from "inflection";
import { invalid, unknownName } from "../config/check-config.js";
import type { AppliedConfig } from "../config/config-of.js";
import { shortName } from "./draft-groups.js";
import { camelCase, singular, wordsOf } from "./identifier.js";
import { indexOperations, linkedRelations, nestedRelations, type OperationIndex } from "./linked-relations.js";
import { partsOf } from "./schema-parts.js";
import type { RelationPlan } from "./sdk-plan.js";

/** Facts about all resources that the relations of each one need. */
interface RelationScope {
  readonly api: ApiDescription;
  readonly config: AppliedConfig;
  /** Names of the groups. */
  readonly nameOf: ReadonlyMap<Resource, string>;
  /** Resources that a foreign key can name, by the words of the key. */
  readonly targets: Targets;
  readonly children: ReadonlyMap<Resource, readonly RelationPlan[]>;
  readonly operations: OperationIndex;
}

export function relationScope(
  api: ApiDescription,
  nameOf: ReadonlyMap<Resource, string>,
  config: AppliedConfig,
): RelationScope {
  return {
    api,
    config,
    nameOf,
    targets: findTargets(nameOf),
    children: findChildren(nameOf),
    operations: indexOperations(api),
  };
}

/** Every relation that `populate` can load: foreign keys, nested collections, links, and values of an expand parameter. */
export function planRelations(resource: Resource, scope: RelationScope): RelationPlan[] {
  const { api, config, nameOf, operations } = scope;
  const relations = new Map<string, RelationPlan>();
  const given = config.resources[resource.collectionPath]?.relations ?? {};
  const candidates = [
    ...configuredRelations(resource, scope),
    ...foreignKeys(resource, scope),
    ...(scope.children.get(resource) ?? []),
    ...linkedRelations(operations, resource, nameOf),
    ...nestedRelations(operations, resource, nameOf),
  ];
  for (const relation of candidates) if (!relations.has(relation.name)) relations.set(relation.name, relation);
  const expands = expandValues(api, resource);
  for (const { name, value } of expands.length > 0 ? expands : expandNames(resource, relations)) {
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

/** @throws SdkGenError CONFIG_INVALID for a resource or a property that does not exist */
function configuredRelations(resource: Resource, { api, config, nameOf }: RelationScope): RelationPlan[] {
  const { schemas, resources } = api;
  const { resources: all, where } = config;
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

/** `authorId`, `author_id`, `authorIds`, and `author` if it contains an id, refer to authors if the API can read or list these. */
function foreignKeys(resource: Resource, { api, targets }: RelationScope): RelationPlan[] {
  const { schemas } = api;
  const fields = objectProperties(schemas, resource.schema.json);
  return [...fields.keys()].sort().flatMap((property): RelationPlan[] => {
    const words = wordsOf(property).map((word) => word.toLowerCase());
    const last = words.at(-1);
    const coded = byIdName(words, targets);
    const isKey = words.length > 1 && (last === "id" || last === "ids" || coded !== undefined);
    const stem = coded ?? (isKey ? words.slice(0, -1) : words).join(" ");
    const target = targets.get(stem) ?? (isKey ? targets.get(words.at(-2) ?? "") : undefined);
    if (!target) return [];
    const name = isKey ? camelCase(last === "ids" ? pluralize(stem) : stem, "") : property;
    const isId = resource.id.property?.join(".") === property;
    if (isId && target.resource === resource) return [];
    if (!isKey && (isId || !mayHoldId(api, fields.get(property)?.schema ?? true, target.resource))) return [];
    const many = typesAt(schemas, fields.get(property)?.schema ?? true).has("array");
    return [{ name, kind: "one", target: target.name, key: [property], many }];
  });
}

/** `berth` of `berth_code`, if the id of a berth is its `code`. */
function byIdName(words: readonly string[], targets: Targets): string | undefined {
  const stems = words.slice(1).map((_, index) => words.slice(0, index + 1).join(" "));
  return stems.find((stem) => {
    const id = targets.get(stem)?.resource.id.property ?? [];
    const rest = words.slice(stem.split(" ").length).join("");
    return (
      id.length === 1 &&
      wordsOf(id[0] ?? "")
        .join("")
        .toLowerCase() === rest
    );
  });
}

/** True for plain text or a number like the target's ids; false for enumerations, dates and embedded objects. */
function mayHoldId({ schemas }: ApiDescription, json: JsonSchema, { id }: Resource): boolean {
  const own = typesAt(schemas, json);
  const wanted = typesAt(schemas, id.schema.json);
  const target = schemas.follow(json);
  const { enum: members, format } = typeof target === "boolean" ? {} : target;
  return (
    members === undefined && !/date|time|uri|email/.test(format ?? "") && [...wanted].some((type) => own.has(type))
  );
}

type Targets = ReadonlyMap<string, { readonly name: string; readonly resource: Resource }>;

function findTargets(nameOf: ReadonlyMap<Resource, string>): Targets {
  const targets = new Map<string, { readonly name: string; readonly resource: Resource }>();
  for (const [resource, name] of nameOf) {
    if (resource.parents.length > 0 || resource.id.property === undefined) continue;
    if (!resource.roles.read && !resource.roles.list) continue;
    const words = wordsOf(singular(shortName(resource)));
    targets.set(words.join(" ").toLowerCase(), { name, resource });
  }
  return targets;
}

/** The collections below the item path of each resource. */
function findChildren(nameOf: ReadonlyMap<Resource, string>): ReadonlyMap<Resource, readonly RelationPlan[]> {
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

/** The declared values of the list's `expand` parameter, with the property that each fills. A value may begin with the path of the list. */
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

/** The relations that the description of an expand parameter without declared values speaks of. */
function expandNames(
  { list }: Resource,
  relations: ReadonlyMap<string, RelationPlan>,
): { name: string; value: string }[] {
  const { description = "", examples = [] } = list?.expand ?? {};
  const words = new Set([description, ...examples.map(({ value }) => String(value))].join(" ").match(/[\w-]+/g));
  return [...relations.keys()].filter((name) => words.has(name)).map((name) => ({ name, value: name }));
}

/** The JSON types of a schema, its parts and alternatives included; empty for any type. */
function typesAt(schemas: SchemaRegistry, json: JsonSchema, depth = 0): ReadonlySet<string> {
  const target = schemas.follow(json);
  if (typeof target === "boolean" || depth > 6) return new Set();
  if (target.type !== undefined) return new Set([target.type].flat());
  return new Set(partsOf(target).flatMap((part) => [...typesAt(schemas, part, depth + 1)]));
}
