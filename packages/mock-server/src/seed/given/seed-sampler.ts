import type { ApiDescription } from "@onespec/spec-core";
import { createFitting } from "../../response/fitting.js";
import type { JsonObject } from "../../store/record-store.js";

/** Makes up a valid record that has these fields; each call makes another one, the same ones in every run. */
export type SeedSampler = (fields?: JsonObject) => JsonObject;

export function createSeedSampler(
  { resources, schemas }: Pick<ApiDescription, "resources" | "schemas">,
  name: string,
  seedValue: string,
): SeedSampler {
  const resource = resources.find((one) => one.name === name);
  const fitting = createFitting(schemas, seedValue);
  let calls = 0;
  return (fields = {}) => {
    if (!resource) return fields;
    const seed = `${resource.stateKey} sample ${++calls}`;
    const made = fitting.fit(resource.schema, undefined, { seed, optional: true, examples: false });
    const whole = typeof made === "object" && made !== null ? { ...made } : {};
    const [id] = resource.id.property ?? [];
    if (id !== undefined) delete (whole as Record<string, unknown>)[id];
    return { ...whole, ...fields };
  };
}
