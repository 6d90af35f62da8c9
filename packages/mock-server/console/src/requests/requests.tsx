import { useState } from "preact/hooks";
import { openings, type RequestSummary } from "../state/live.js";
import { useLoad } from "../state/loader.js";
import { problemText } from "../state/plane.js";
import { go, route, routeTo } from "../state/route.js";
import { sessions } from "../state/session-list.js";
import { attempt } from "../state/toasts.js";
import { Icon } from "../ui/icon.js";
import { countText, Empty, Method, Problem, Status } from "../ui/parts.js";
import { SearchField } from "../ui/search-field.js";
import { clearRequests, heldBack, isPaused, loadRequests, requests, resume } from "./request-log.js";
import { RequestPanel } from "./request-panel.js";

const SHOWN = 300;
const KINDS = ["All", "Errors", "Writes"] as const;

/** The live list of requests and their answers. */
export function Requests() {
  const [filter, setFilter] = useState("");
  const [kind, setKind] = useState<(typeof KINDS)[number]>("All");
  // `undefined`: all requests. Empty: requests without a session.
  const [wanted, setWanted] = useState<string | undefined>(undefined);
  const [problem, setProblem] = useState("");
  useLoad(
    () =>
      loadRequests().then(
        () => setProblem(""),
        (error: unknown) => setProblem(problemText(error)),
      ),
    [openings.value],
  );
  const chosen = Number(route.value.at) || undefined;
  const all = requests.value;
  const names = [
    ...new Set([...sessions.value.map(({ name }) => name), ...all.map((one) => one.session ?? "")]),
  ].sort();
  const shown = all.filter(
    (request) =>
      isOfKind(request, kind) && holds(request, filter) && (wanted === undefined || (request.session ?? "") === wanted),
  );
  return (
    <div class={chosen ? "requests has-panel" : "requests"}>
      <section class="records" aria-labelledby="requests-title">
        <header class="pane-head">
          <div class="pane-title">
            <h1 id="requests-title">Requests</h1>
            <span class="count">{countText(all.length)}</span>
          </div>
          <SearchField label="Filter by path, status, session" value={filter} isMain onInput={setFilter} />
          <fieldset class="switch">
            <legend class="hidden">Which requests</legend>
            {KINDS.map((name) => (
              <button key={name} type="button" aria-pressed={kind === name} onClick={() => setKind(name)}>
                {name}
              </button>
            ))}
          </fieldset>
          <select
            class="input session-filter"
            aria-label="Requests of session"
            onChange={({ currentTarget }) =>
              setWanted(currentTarget.selectedIndex === 0 ? undefined : currentTarget.value)
            }
          >
            <option selected={wanted === undefined}>All sessions</option>
            <option value="" selected={wanted === ""}>
              Without session
            </option>
            {names
              .filter((name) => name !== "")
              .map((name) => (
                <option key={name} value={name} selected={wanted === name}>
                  {name}
                </option>
              ))}
          </select>
          <PauseButton />
          <button
            type="button"
            class="icon-button"
            aria-label="Clear the log"
            title="Clear the log"
            disabled={all.length === 0}
            onClick={() => attempt(clearRequests, "The log is empty")}
          >
            <Icon name="trash" />
          </button>
        </header>
        {problem && <Problem text={problem} />}
        {shown.length > 0 ? (
          <RequestTable shown={shown} chosen={chosen} />
        ) : all.length > 0 ? (
          <Empty icon="search" title="No request matches">
            <p>The log has {countText(all.length)} other requests.</p>
            <button
              type="button"
              class="button"
              onClick={() => {
                setFilter("");
                setKind("All");
                setWanted(undefined);
              }}
            >
              Show all
            </button>
          </Empty>
        ) : (
          <Empty icon="requests" title="Waiting for requests">
            <p>Every request to the mock server appears here, with its answer and the reason if it was rejected.</p>
            <code class="try">curl {new URL("..", location.href).href.replace(/\/$/, "")}/…</code>
            <a class="button" href={routeTo("operations")}>
              <Icon name="send" />
              <span>Send one from here</span>
            </a>
          </Empty>
        )}
      </section>
      {chosen && <RequestPanel key={chosen} id={chosen} onClose={() => go(routeTo("requests"))} />}
    </div>
  );
}

function PauseButton() {
  const held = heldBack.value.length;
  return (
    <button
      type="button"
      class="button"
      aria-pressed={isPaused.value}
      onClick={() => {
        if (isPaused.value) resume();
        else isPaused.value = true;
      }}
    >
      <Icon name={isPaused.value ? "play" : "pause"} />
      <span>{isPaused.value ? `Resume${held > 0 ? ` (${held})` : ""}` : "Pause"}</span>
    </button>
  );
}

function RequestTable({
  shown,
  chosen,
}: {
  readonly shown: readonly RequestSummary[];
  readonly chosen: number | undefined;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table-frame" tabIndex={0} aria-label="Requests, newest first">
      <table class="table log">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Method</th>
            <th scope="col">Status</th>
            <th scope="col" class="wide">
              Path
            </th>
            <th scope="col">Session</th>
            <th scope="col" class="cell-number">
              Took
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, SHOWN).map((request) => (
            <tr
              key={request.id}
              class={request.id === chosen ? "is-chosen" : undefined}
              onClick={() => go(routeTo("requests", String(request.id)))}
            >
              <td class="cell-moment">
                <time dateTime={request.time}>{clockText(request.time)}</time>
              </td>
              <td>
                <Method name={request.method} />
              </td>
              <td>
                <Status code={request.status} />
              </td>
              <td class="wide">
                <a
                  class="request-path"
                  title={request.path}
                  href={routeTo("requests", String(request.id))}
                  aria-current={request.id === chosen ? "true" : undefined}
                >
                  {request.path}
                  {request.query && <span class="quiet">?{request.query}</span>}
                </a>
              </td>
              <td class="quiet">{request.session ?? ""}</td>
              <td class="cell-number quiet">{durationText(request.duration)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length > SHOWN && (
        <p class="hint table-hint">
          The newest {SHOWN} of {countText(shown.length)}; filter to see others.
        </p>
      )}
    </section>
  );
}

function isOfKind({ status, method }: RequestSummary, kind: (typeof KINDS)[number]): boolean {
  switch (kind) {
    case "All":
      return true;
    case "Errors":
      return status >= 400;
    case "Writes":
      return !["GET", "HEAD", "OPTIONS"].includes(method);
  }
}

function holds(
  { method, path, query = "", status, session = "", operationId = "" }: RequestSummary,
  filter: string,
): boolean {
  const text = `${method} ${path}?${query} ${status} ${session} ${operationId}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function clockText(time: string): string {
  const moment = new Date(time);
  const pad = (value: number, digits = 2): string => String(value).padStart(digits, "0");
  return `${pad(moment.getHours())}:${pad(moment.getMinutes())}:${pad(moment.getSeconds())}.${pad(moment.getMilliseconds(), 3)}`;
}

export function durationText(duration: number): string {
  if (duration < 1) return `${duration.toFixed(2)} ms`;
  return duration < 1000 ? `${duration.toFixed(1)} ms` : `${(duration / 1000).toFixed(2)} s`;
}
