import type { Operation } from "@onespec/spec-core";
import type { RequestLayer } from "../layers/operation-layers.js";
import type { MockContext } from "../server/mock-context.js";
import { seededFraction } from "./seeded-fraction.js";

/**
 * Fails a share of the requests: with the server errors (and 429) that the operation documents, else with the other errors
 * it documents, else with 503. Which requests fail follows from the seed value and their number alone.
 */
export function errorLayer(
  { refuse }: Pick<MockContext, "refuse">,
  rate: number,
  seedValue: string,
): (operation: Operation) => RequestLayer {
  let requests = 0;
  return (operation) => {
    const statuses = failureStatuses(operation);
    return (_request, next) => {
      requests += 1;
      const draw = `${seedValue}\nerror ${requests}`;
      if (seededFraction(draw) >= rate) return next();
      const status = statuses[Math.floor(seededFraction(`${draw} status`) * statuses.length)] ?? 503;
      return refuse(operation, {
        status,
        code: "injected-error",
        message: "Failed on purpose",
        details: [{ message: `The mock server fails ${rate * 100} % of the requests, as --error-rate says` }],
      });
    };
  };
}

function failureStatuses({ responses }: Operation): readonly number[] {
  const documented = responses
    .filter(({ status }) => /^[45]\d\d$/.test(status))
    .map(({ status }) => Number(status))
    .sort((a, b) => a - b);
  const servers = documented.filter((status) => status >= 500 || status === 429);
  if (servers.length > 0) return servers;
  // A range covers 503; only where nothing does is another documented error the better one.
  const isCovered = responses.some(({ status }) => status === "5XX" || status === "default");
  return isCovered || documented.length === 0 ? [503] : documented;
}
