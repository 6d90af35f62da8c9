import type { ExpandSpec } from "../resource-spec.js";
import { expanded, type Loader, withMember } from "./populate.js";
import { valueAt } from "./value-at.js";

/** Takes relations that the server expands. */
export const loadExpanded: Loader = {
  load: async (_loading, { key }: ExpandSpec, records, { name }) =>
    records.map((record) => withMember(record, name, expandedAt(valueAt(record, key)))),
  explain: () => "the list takes no parameter to ask for it",
};

/** The expanded record; `null` for an id that the server did not expand. */
function expandedAt(value: unknown): unknown {
  if (value === undefined) return null;
  return Array.isArray(value) ? value.map((one) => expanded(one) ?? null) : (expanded(value) ?? null);
}
