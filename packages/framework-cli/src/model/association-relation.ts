import { camelize } from "inflection";
import type { Relation, RelationScope } from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import { suggestion } from "./check-names.js";
import type { Association, ModelDefinition } from "./define-model.js";

/** An association that a model's own code created with Sequelize. `defineModel` does not accept these parts. */
export type ReadAssociation = Association &
  Pick<Relation, "sourceKey" | "targetKey" | "scope"> & { readonly throughScope?: RelationScope };

/** @throws FrameworkError MODEL_INVALID for a model or an attribute that is not there */
export function relationOf(
  model: ModelDefinition,
  name: string,
  association: ReadAssociation,
  models: ReadonlyMap<string, ModelDefinition>,
): Relation {
  const known = (target: string): string => {
    if (models.has(target)) return target;
    throw new FrameworkError("MODEL_INVALID", `${model.name}.associations.${name}: there is no model ${target}.`, {
      hint: suggestion(target, [...models.keys()].sort(), "The models are"),
    });
  };
  const ownKey = `${camelize(model.name, true)}Id`;
  const attributeOf = (owner: string, key: string): string => {
    const { attributes = {} } = models.get(owner) ?? {};
    if (Object.hasOwn(attributes, key) || key === "id") return key;
    throw new FrameworkError("MODEL_INVALID", `${model.name}.associations.${name}: ${owner} has no attribute ${key}.`, {
      hint: `Add ${key} to ${owner}, or name another with foreignKey.`,
    });
  };
  const { sourceKey, targetKey, scope, throughScope } = association;
  const parts = {
    name,
    ...(sourceKey !== undefined && { sourceKey }),
    ...(targetKey !== undefined && { targetKey }),
    ...(scope !== undefined && { scope }),
  };
  if ("belongsTo" in association) {
    const target = known(association.belongsTo);
    const foreignKey = attributeOf(model.name, association.foreignKey ?? `${name}Id`);
    return { kind: "belongsTo", ...parts, target, foreignKey };
  }
  if ("belongsToMany" in association) {
    const [target, through] = [known(association.belongsToMany), known(association.through)];
    const foreignKey = attributeOf(through, association.foreignKey ?? ownKey);
    const otherKey = attributeOf(through, association.otherKey ?? `${camelize(target, true)}Id`);
    return {
      kind: "belongsToMany",
      ...parts,
      target,
      through,
      foreignKey,
      otherKey,
      ...(throughScope && { throughScope }),
    };
  }
  const kind = "hasMany" in association ? "hasMany" : "hasOne";
  const target = known("hasMany" in association ? association.hasMany : association.hasOne);
  return { kind, ...parts, target, foreignKey: attributeOf(target, association.foreignKey ?? ownKey) };
}
