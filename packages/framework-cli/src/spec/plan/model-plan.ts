import type { Resource } from "@onespec/spec-core";
import type { Entity, JsonValue } from "../../entity/entity.js";
import type { PropertyKind } from "./property-kind.js";
import type { RecordSchemas } from "./record-schemas.js";

/** A model and where the parts of its records are kept. */
export interface ModelPlan {
  readonly entity: Entity;
  readonly resource: Resource;
  readonly records: RecordSchemas;
  /** Properties with a field of their own: field and property have the same name. */
  readonly properties: ReadonlyMap<string, PlannedProperty>;
  /** The field an item path names, and whether it alone is the key. */
  readonly id: { readonly field: string; readonly isKey: boolean; readonly isChosen: boolean };
  /** The field of each parent, by path parameter. */
  readonly parents: ReadonlyMap<string, string>;
  /** Can its records come to be at all, through the API? */
  readonly isMade: boolean;
  /** The JSON field for what has no field of its own. */
  readonly rest: string | undefined;
}

export interface PlannedProperty {
  readonly kind: PropertyKind;
  /** May answers hold null? The fullest one that declares it decides. */
  readonly showsNull: boolean;
  /** Required in what reading answers. */
  readonly required: boolean;
  /** No request may set it. */
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** What the schema says a missing value stands for. */
  readonly default?: JsonValue;
  /** `x-renamed-from` of the property. */
  readonly renamedFrom?: string;
}
