import { useEffect, useMemo } from "preact/hooks";
import { api } from "../state/api-info.js";
import { onRequest, openings } from "../state/live.js";
import { Loader, useLoad } from "../state/loader.js";
import { plane } from "../state/plane.js";
import { routeTo } from "../state/route.js";
import { attempt } from "../state/toasts.js";
import { Icon } from "../ui/icon.js";
import { countText, Empty, Method, Problem } from "../ui/parts.js";
import { Page } from "../views/page.js";
import "./violations.css";

interface OperationTally {
  readonly operation: string;
  readonly operationId?: string;
  readonly requests: number;
  readonly violations: readonly ViolationCount[];
}

interface ViolationCount {
  readonly in: string;
  readonly path: string;
  readonly message: string;
  readonly count: number;
  readonly lastPath: string;
}

/** Waits this long after a request, so that many requests cause one reload. */
const SETTLE_MS = 250;

/** Differences between a real server and its description, by operation. Updated as requests pass. */
export function Violations() {
  const loader = useMemo(() => new Loader<readonly OperationTally[]>(), []);
  const load = () =>
    loader.load(async () => (await plane<{ operations: readonly OperationTally[] }>("violations")).operations);
  useLoad(load, [openings.value]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = onRequest(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void load();
      }, SETTLE_MS);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, []);
  const { upstream } = api.value;
  const { value: operations = [], problem, isLoading } = loader.state.value;
  const broken = operations.filter(({ violations }) => violations.length > 0);
  const sound = operations.filter(({ violations }) => violations.length === 0);
  return (
    <Page
      title="Violations"
      about={
        upstream ? (
          <>
            Requests to <code>{upstream}</code> and its answers, compared with the description.
          </>
        ) : (
          "Requests to a real server and its answers, compared with the description."
        )
      }
      action={
        <button
          type="button"
          class="button"
          disabled={operations.length === 0}
          onClick={async () => {
            const isCleared = await attempt(() => plane("violations", { method: "DELETE" }), "Counting starts again");
            if (isCleared) await load();
          }}
        >
          <Icon name="trash" />
          <span>Clear</span>
        </button>
      }
    >
      {problem && <Problem text={problem} retry={load} />}
      {operations.length === 0 && !isLoading && !problem && <Nothing isProxy={upstream !== undefined} />}
      {operations.length > 0 && (
        <p class="violations-summary" role="status">
          {broken.length === 0
            ? `No violations in ${operationsText(operations.length)}.`
            : `${countText(broken.length)} of ${operationsText(operations.length)} with violations.`}
        </p>
      )}
      <ul class="violations">
        {[...broken, ...sound].map((one) => (
          <OperationCard key={one.operation} tally={one} />
        ))}
      </ul>
    </Page>
  );
}

function Nothing({ isProxy }: { readonly isProxy: boolean }) {
  return isProxy ? (
    <Empty icon="requests" title="Waiting for requests">
      <p>Send requests to this server instead of the real one. Each operation appears here.</p>
    </Empty>
  ) : (
    <Empty icon="violations" title="No real server">
      <p>Start the server as a proxy to compare a real server with the description:</p>
      <code class="try">npx mock-server proxy api.yaml http://localhost:8080</code>
    </Empty>
  );
}

function OperationCard({ tally }: { readonly tally: OperationTally }) {
  const { operation, operationId, requests, violations } = tally;
  const at = operation.indexOf(" ");
  const template = operation.slice(at + 1);
  const path = <code>{template}</code>;
  return (
    <li class={violations.length === 0 ? "violation-card" : "violation-card is-broken"}>
      <header>
        <Method name={operation.slice(0, at)} />
        {operationId ? <a href={routeTo("operations", operationId)}>{path}</a> : path}
        {!operationId && <span class="tag">not in the description</span>}
        <span class="quiet">
          {countText(requests)} {requests === 1 ? "request" : "requests"}
        </span>
      </header>
      {violations.length > 0 && (
        <ul>
          {violations.map(({ in: part, path: place, message, count, lastPath }) => (
            <li key={`${part} ${place} ${message}`}>
              <span class="violation-count" title={`${count} times, last at ${lastPath}`}>
                {countText(count)} ×
              </span>
              <span>
                {part} {place && <code>{place}</code>} {message}
                {lastPath !== template && <span class="quiet"> last at {lastPath}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function operationsText(count: number): string {
  return `${countText(count)} ${count === 1 ? "operation" : "operations"}`;
}
