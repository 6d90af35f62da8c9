import { useMemo } from "preact/hooks";
import { openings } from "../state/live.js";
import { Loader, useLoad } from "../state/loader.js";
import { plane } from "../state/plane.js";
import { routeTo } from "../state/route.js";
import { tell } from "../state/toasts.js";
import { Icon } from "../ui/icon.js";
import { JsonText } from "../ui/json-text.js";
import { copyText, Method, Problem, Status } from "../ui/parts.js";
import type { LoggedRequest, Message } from "./logged-request.js";
import { Reasons } from "./reasons.js";
import { curlText } from "./snippets.js";

/** One complete request with its answer. */
export function RequestPanel({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const loader = useMemo(() => new Loader<LoggedRequest>(), []);
  useLoad(() => loader.load(() => plane<LoggedRequest>(`requests/${id}`)), [id, openings.value]);
  const { value: entry, problem } = loader.state.value;
  return (
    <aside
      class="side-panel"
      aria-label="The request"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <header class="dialog-head">
        <h2>Request {id}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div class="dialog-content">
        {problem && <Problem text={problem} />}
        {entry && <Entry entry={entry} />}
      </div>
    </aside>
  );
}

function Entry({ entry }: { readonly entry: LoggedRequest }) {
  const { method, path, query, status, operationId, session, duration, request, response } = entry;
  const address = new URL(`..${path}${query ? `?${query}` : ""}`, location.href).href;
  return (
    <>
      <p class="request-line">
        <Method name={method} />{" "}
        <code>
          {path}
          {query && <span class="quiet">?{query}</span>}
        </code>
      </p>
      <p class="facts">
        <Status code={status} />
        <span>{duration < 10 ? duration.toFixed(2) : Math.round(duration)} ms</span>
        <time dateTime={entry.time}>{new Date(entry.time).toLocaleTimeString()}</time>
        {session && <span>session {session}</span>}
        {operationId && <a href={routeTo("operations", operationId)}>{operationId}</a>}
      </p>
      <Reasons status={status} body={response.body} />
      <div class="row">
        {operationId && (
          <a class="button" href={routeTo("operations", operationId, { request: entry.id })}>
            <Icon name="send" />
            <span>Open as draft</span>
          </a>
        )}
        <button
          type="button"
          class="button"
          onClick={() =>
            copyText(curlText({ method, address, headers: sentHeaders(request.headers), body: request.body })).then(
              () => tell("Copied as curl"),
            )
          }
        >
          <Icon name="copy" />
          <span>Copy as curl</span>
        </button>
      </div>
      <MessageView title="Answer" message={response} />
      <MessageView title="Request" message={request} />
    </>
  );
}

function MessageView({ title, message }: { readonly title: string; readonly message: Message }) {
  const { headers, body, bodyBase64, bodyOmitted } = message;
  const names = Object.keys(headers);
  return (
    <section class="message">
      <h3>{title}</h3>
      <details>
        <summary>
          {names.length} {names.length === 1 ? "header" : "headers"}
        </summary>
        <HeaderList headers={headers} />
      </details>
      {body !== undefined && body !== "" && <JsonText text={body} label={`Body of the ${title.toLowerCase()}`} />}
      {bodyBase64 !== undefined && (
        <JsonText text={bodyBase64} label={`Body of the ${title.toLowerCase()} in base64`} />
      )}
      {bodyOmitted && <p class="hint">The body is a stream or larger than 16 KB. The log does not store it.</p>}
      {(body === undefined || body === "") && bodyBase64 === undefined && !bodyOmitted && <p class="hint">No body.</p>}
    </section>
  );
}

export function HeaderList({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  return (
    <dl class="headers">
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The headers of the request, without those that clients such as browsers set themselves. */
function sentHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kept = Object.entries(headers).filter(([name, value]) => !OF_CLIENT.test(name) && value !== "(hidden)");
  return Object.fromEntries(kept);
}

const OF_CLIENT =
  /^(?:host|connection|content-length|user-agent|accept-encoding|accept-language|origin|referer|cache-control|pragma|sec-.*|dnt|cookie)$/;
