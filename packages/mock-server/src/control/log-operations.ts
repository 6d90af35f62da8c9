import { loggedRequestJson, loggedRequestSummary } from "./logged-request-json.js";
import { nothingThere } from "./nothing-there.js";
import type { PlaneOperation, PlaneParts } from "./plane-operation.js";

/** The requests that were answered. */
export function logOperations({ base, log }: PlaneParts): Readonly<Record<string, PlaneOperation>> {
  return {
    listRequests({ values }) {
      const { limit = 100, before } = values.query as { limit?: number; before?: number };
      const requests = log
        .latest(limit, before)
        .map((entry) => loggedRequestSummary(entry, base.operationOf(entry)?.id, base.backend.api));
      return { requests };
    },
    getRequest({ values }) {
      const entry = log.get(Number(values.pathTexts.id));
      if (entry) return loggedRequestJson(entry, base.operationOf(entry)?.id, base.backend.api);
      const ids = log.latest(5).map(({ id }) => String(id));
      throw nothingThere(`Request ${values.pathTexts.id} is not in the log, or not any more`, ids);
    },
    clearRequests: () => log.clear(),
  };
}
