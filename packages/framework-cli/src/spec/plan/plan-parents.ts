import type { Resource, SchemaRegistry } from "@onespec/spec-core";
import type { Field, Relation } from "../../entity/entity.js";
import type { ModelPlan, PlannedProperty } from "./contract-plan.js";
import { camel, type UniqueNames } from "./names.js";
import { plainField } from "./plain-field.js";
import { canHoldParent, parentType, referenceTo } from "./plan-keys.js";
import { asKey } from "./property-kind.js";

/** Path parameters that do not name the resource. */
const NAMELESS = /^(?:id|uuid|guid|key)$/i;

/** How the rows of a model keep the parents of their records. */
export interface PlannedParents {
  /** The field of each parent, by path parameter. */
  readonly names: ReadonlyMap<string, string>;
  /** The field of the record that a record was made below, by the resource that made it. */
  readonly makers: ReadonlyMap<Resource, string>;
  readonly fields: readonly Field[];
  readonly relations: readonly Relation[];
}

/**
 * Plans the fields of the parents. A property that can hold the parent's id is the field; otherwise a hidden field is
 * added.
 * @param makers resources that make the records below others
 * @param modelOf plans of the parents' resources, which come first
 */
export function planParents(
  schemas: SchemaRegistry,
  resource: Resource,
  makers: readonly Resource[],
  properties: ReadonlyMap<string, PlannedProperty>,
  fieldNames: UniqueNames,
  modelOf: (resource: Resource) => ModelPlan | undefined,
): PlannedParents {
  const names = new Map<string, string>();
  const madeBelow = new Map<Resource, string>();
  const fields: Field[] = [];
  const relations: Relation[] = [];
  const below = makers.flatMap((maker) => maker.parents.slice(-1).map((parent) => ({ maker, parent })));
  for (const { maker, parent } of [...resource.parents.map((one) => ({ maker: undefined, parent: one })), ...below]) {
    const target = parent.resource && modelOf(parent.resource);
    const type = parentType(schemas, maker ?? resource, parent, target);
    const own = parent.property?.length === 1 ? parent.property[0] : undefined;
    const isOwn = own !== undefined && canHoldParent(properties.get(own)?.kind.type, type);
    // `{id}` alone does not show whose id it is, so the parent's name is added.
    const words =
      target && NAMELESS.test(parent.parameter) ? `${target.entity.name} ${parent.parameter}` : parent.parameter;
    const name = isOwn ? own : fieldNames.take(camel(words, "parent"), camel(`${words} key`, "parent"));
    if (maker) madeBelow.set(maker, name);
    else names.set(parent.parameter, name);
    const key = target?.id.isKey ? target.entity.fields.find((one) => one.name === target.id.field) : undefined;
    const references = target && key && target.isMade ? referenceTo(target, maker && "SET NULL") : undefined;
    const ownType = isOwn && !references ? asKey(properties.get(own)?.kind.type ?? type) : type;
    fields.push(
      plainField(name, ownType, { references, nullable: maker !== undefined, ...(isOwn ? {} : { hidden: true }) }),
    );
    if (target && key?.type.kind === type.kind) {
      const { name: model } = target.entity;
      relations.push({ kind: "belongsTo", name: camel(model, "parent"), target: model, foreignKey: name });
    }
  }
  // An association may not have the name of an attribute.
  return {
    names,
    makers: madeBelow,
    fields,
    relations: relations.filter(({ name }) => fieldNames.take(name) === name),
  };
}
