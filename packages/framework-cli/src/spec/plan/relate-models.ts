import type { Entity, Relation } from "../../entity/entity.js";
import type { ModelPlan } from "./model-plan.js";
import { camel, pascal } from "./words.js";

/**
 * Relations that field names suggest: `authorId` or `author_id` beside a model Author. They let queries bring the author along;
 * the database is not told, since the description does not promise that the author is there.
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
