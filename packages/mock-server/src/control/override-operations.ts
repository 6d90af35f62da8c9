import { nothingThere, tooManyOf } from "./nothing-there.js";
import type { OverrideRule } from "./overrides.js";
import { PlaneAnswer, type PlaneOperation } from "./plane-operation.js";

const MOST_OVERRIDES = 1000;
/** Of all overrides together, in characters or bytes: one may be as long as a body. */
const MOST_CONTENT = 64 * 1024 * 1024;

export function overrideOperations(): Readonly<Record<string, PlaneOperation>> {
  return {
    listOverrides: async ({ realm }) => ({ overrides: (await realm()).overrides.all }),
    async addOverride({ realm, request, values }) {
      const { overrides, backend } = await realm();
      const rule = values.body as Partial<OverrideRule> & Pick<OverrideRule, "operationId">;
      const ids = backend.api.operations.map(({ id }) => id);
      if (!ids.includes(rule.operationId)) {
        throw nothingThere(`No operation is called ${JSON.stringify(rule.operationId)}`, ids);
      }
      if (overrides.size >= MOST_OVERRIDES) throw tooManyOf("overrides", MOST_OVERRIDES);
      const size = request.body?.length ?? 0;
      if (overrides.content + size > MOST_CONTENT) throw tooManyOf("characters of overrides", MOST_CONTENT);
      return new PlaneAnswer(201, overrides.add({ ...rule, times: rule.times ?? 1 }, size));
    },
    async deleteOverrides({ realm }) {
      (await realm()).overrides.clear();
    },
    async deleteOverride({ realm, values }) {
      const { overrides } = await realm();
      const id = values.pathTexts.id ?? "";
      if (overrides.remove(id)) return;
      throw nothingThere(
        `There is no override ${JSON.stringify(id)}`,
        overrides.all.map((override) => override.id),
      );
    },
  };
}
