import type { Resource } from "@onespec/spec-core";
import type { Entity, Relation } from "../../entity/entity.js";
import type { ModelPlan } from "./contract-plan.js";
import { camel, kebab, pascal, singular, snake, UniqueNames } from "./names.js";

/** The names a resource has in the application. */
export interface ModelNames {
  /** `BookReview` */
  readonly model: string;
  /** `reviews` */
  readonly table: string;
}

/** Names of Sequelize and JavaScript that no model can have. */
export const RESERVED_MODELS: readonly string[] = [
  "Model",
  "Sequelize",
  "Object",
  "Array",
  "Function",
  "Promise",
  "Error",
  "Map",
  "Set",
  "Date",
  "OperationState",
];
/** The framework's own tables. */
export const RESERVED_TABLES: readonly string[] = [
  "framework_migrations",
  "framework_lock",
  "sqlite_sequence",
  "sequelizemeta",
  "operation_states",
];

/**
 * Names the state of each resource, by `stateKey`. The name is short if it is free; otherwise it includes the parents.
 */
export function nameModels(resources: readonly Resource[]): ReadonlyMap<string, ModelNames> {
  const models = new UniqueNames(RESERVED_MODELS);
  const tables = new UniqueNames(RESERVED_TABLES);
  const names = new Map<string, ModelNames>();
  for (const resource of shortestFirst(resources)) {
    if (names.has(resource.stateKey)) continue;
    const parts = resource.name.split(".");
    const short = parts.at(-1) ?? resource.name;
    const long = parts.map(singular).join(" ");
    names.set(resource.stateKey, {
      model: models.take(pascal(singular(short), "Record").slice(0, 60), pascal(long, "Record").slice(0, 60)),
      table: tables.take(snake(short, "records").slice(0, 50), snake(parts.join(" "), "records").slice(0, 50)),
    });
  }
  return names;
}

/** Folder and service name of each resource, by resource name. */
export function nameGroups(resources: readonly Resource[]): ReadonlyMap<string, string> {
  const groups = new UniqueNames();
  return new Map(
    shortestFirst(resources).map(({ name }) => {
      const parts = name.split(".");
      return [name, groups.take(kebab(parts.at(-1) ?? name, "records"), kebab(parts.join("-"), "records"))];
    }),
  );
}

/** `apps` gets its name before `accounts.apps` does. */
function shortestFirst(resources: readonly Resource[]): readonly Resource[] {
  const depth = ({ name }: Resource): number => name.split(".").length;
  return resources.toSorted((a, b) => depth(a) - depth(b));
}

/**
 * Adds relations that field names suggest: `authorId` or `author_id` and a model Author. Queries can then include the
 * author. The database gets no foreign key, because the description does not promise that the author exists.
 */
export function relateModels(plans: readonly ModelPlan[]): readonly Entity[] {
  const byName = new Map(plans.map((plan) => [plan.entity.name.toLowerCase(), plan]));
  return plans.map(({ entity }) => {
    const known = new Set(
      entity.relations.flatMap((relation) => ("foreignKey" in relation ? [relation.foreignKey] : [])),
    );
    const names = new Set([...entity.fields, ...entity.relations].map(({ name }) => name));
    const relations = entity.fields.flatMap((field): Relation[] => {
      const [, stem] = /^(.+?)(?:_?[iI][dD]|_?[uU][uU][iI][dD])$/.exec(field.name) ?? [];
      const target = stem === undefined ? undefined : byName.get(pascal(stem, "").toLowerCase());
      const name = camel(stem ?? "", "");
      if (target === undefined || known.has(field.name) || names.has(name) || field.primaryKey) return [];
      const key = target.entity.fields.find(({ primaryKey }) => primaryKey);
      if (!target.id.isKey || key?.type.kind !== field.type.kind) return [];
      return [{ kind: "belongsTo", name, target: target.entity.name, foreignKey: field.name }];
    });
    return relations.length === 0 ? entity : { ...entity, relations: [...entity.relations, ...relations] };
  });
}
