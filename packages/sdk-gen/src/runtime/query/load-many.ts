import type { ManySpec } from "../resource-spec.js";
import { inTurns } from "./in-turns.js";
import { expansion, type Loader, relatedResource, subState, withMember } from "./populate.js";
import { valueAt } from "./value-at.js";

/** Loads the lists below records. */
export const loadMany: Loader = {
  load: (loading, relation: ManySpec, records, step, { id }) =>
    inTurns(records, async (record) => {
      const target = relatedResource(loading.context, relation.resource, step.name);
      if (expansion(record, relation, step) !== undefined) return record;
      const key = id && valueAt(record, id);
      const parameters = { [relation.parameter]: key };
      const children = key === undefined ? [] : await loading.load(target, { ...subState(target, step), parameters });
      return withMember(record, step.name, children);
    }),
  explain: ({ parameter }: ManySpec) => `a list below each record, by ${parameter}`,
};
