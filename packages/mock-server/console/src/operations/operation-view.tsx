import { useEffect, useRef, useState } from "preact/hooks";
import type { LoggedRequest } from "../requests/logged-request.js";
import { openings } from "../state/live.js";
import { useLoad } from "../state/loader.js";
import { plane, problemText } from "../state/plane.js";
import { route, routeTo } from "../state/route.js";
import { tell } from "../state/toasts.js";
import { Icon } from "../ui/icon.js";
import { Method, Problem } from "../ui/parts.js";
import { documentationPlace } from "./documentation-place.js";
import { type Draft, draftOf, keyOf } from "./draft.js";
import { FailCalls, PendingOverrides } from "./fail-calls.js";
import type { ExplainedOperation, RequestSample } from "./model.js";
import { focusedOperation } from "./operation-list.js";
import { presentIds } from "./present-ids.js";
import { RequestBuilder } from "./request-builder.js";

/** Unsent requests by operation. They are lost when the page is reloaded. */
const leftDrafts = new Map<string, Draft>();

/** Shows the role of an operation and the reason for it, and a valid request to send. */
export function OperationView({ operation }: { readonly operation: ExplainedOperation }) {
  const { id, method, path, role, reason, resource, mock } = operation;
  const [sample, setSample] = useState<RequestSample | undefined>(undefined);
  const [draft, showDraft] = useState<Draft | undefined>(undefined);
  const setDraft = (next: Draft): void => {
    leftDrafts.set(id, next);
    showDraft(next);
  };
  const section = useRef<HTMLElement>(null);
  const [problem, setProblem] = useState("");
  const logged = route.value.query.get("request");
  const load = async (seed?: string): Promise<void> => {
    try {
      setProblem("");
      const [found, present, entry] = await Promise.all([
        plane<RequestSample>(`samples/${encodeURIComponent(id)}?seed=${encodeURIComponent(seed ?? "console")}`),
        presentIds(operation),
        logged === null ? undefined : plane<LoggedRequest>(`requests/${logged}`).catch(() => undefined),
      ]);
      const made = draftOf(found, present);
      const left = seed === undefined ? leftDrafts.get(id) : undefined;
      setSample(found);
      showDraft(entry ? draftOfLogged(found, made, entry) : (left ?? made));
      if (seed !== undefined) leftDrafts.delete(id);
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  useLoad(() => (sample ? undefined : load()), [id, openings.value]);
  const isShown = draft !== undefined;
  useEffect(() => {
    if (!isShown || focusedOperation.value !== id) return;
    focusedOperation.value = "";
    const fields = ".builder-fields input, .builder-fields select, .builder-fields textarea";
    const isNarrow = matchMedia("(max-width: 760px)").matches;
    const target = isNarrow ? "h2" : section.current?.querySelector(fields) ? fields : ".send-row button";
    section.current?.querySelector<HTMLElement>(target)?.focus();
  }, [isShown, focusedOperation.value]);
  const [isFailing, setFailing] = useState(false);
  return (
    <section ref={section} class="operation" aria-labelledby="operation-title">
      <header class="operation-head">
        <a class="icon-button back" href={routeTo("operations")} aria-label="All operations">
          <Icon name="left" />
        </a>
        <div class="operation-name">
          <h2 id="operation-title" tabIndex={-1}>
            <Method name={method} /> <span>{path}</span>
          </h2>
          <p class="quiet">
            {sample?.summary ? `${sample.summary} · ` : ""}
            <code>{id}</code>
          </p>
        </div>
        <a
          class="button"
          href={routeTo("docs", documentationPlace({ method, path, tags: operation.tags ?? [] }))}
          title="Read about it in the documentation"
        >
          <Icon name="docs" />
          <span>Docs</span>
        </a>
        <button
          type="button"
          class="button"
          aria-expanded={isFailing}
          disabled={!sample}
          onClick={() => setFailing(true)}
        >
          <Icon name="overrides" />
          <span>Fail calls</span>
        </button>
      </header>
      {isFailing && sample && <FailCalls sample={sample} onClose={() => setFailing(false)} />}
      <PendingOverrides operationId={id} />
      <div class="why">
        <span class="tag tag-strong">{role === "operation" ? "on its own" : role}</span>
        <p>
          {withCode(reason)}
          {resource && (
            <>
              {" "}
              <a href={routeTo("resources", resource)}>See its records</a>
            </>
          )}
        </p>
        {mock !== undefined && <code class="mock">x-mock: {JSON.stringify(mock)}</code>}
      </div>
      {problem && <Problem text={problem} retry={() => load()} />}
      {sample && draft && (
        <RequestBuilder
          operation={operation}
          sample={sample}
          draft={draft}
          onDraft={setDraft}
          onSample={() => load(String(Date.now())).then(() => tell("Another sample is filled in"))}
        />
      )}
    </section>
  );
}

/** Shows text in backticks as code. */
function withCode(text: string) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}

/** The logged request as a draft, to send again. Credentials are not in the log. */
function draftOfLogged(sample: RequestSample, made: Draft, { path, query = "", request }: LoggedRequest): Draft {
  const pattern = sample.path
    .split(/\{[^}]*\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("([^/]+)");
  const found = new RegExp(`${pattern}/?$`).exec(path)?.slice(1) ?? [];
  const names = [...sample.path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  const sent = new URLSearchParams(query);
  const values = sample.parameters.map((parameter): [string, string] => {
    const { name, in: place } = parameter;
    const text = found[names.indexOf(name)];
    if (place === "path")
      return [keyOf(parameter), text === undefined ? (made.values[keyOf(parameter)] ?? "") : decodeURIComponent(text)];
    if (place === "query") return [keyOf(parameter), sent.getAll(name).join(",")];
    return [keyOf(parameter), place === "header" ? (request.headers[name.toLowerCase()] ?? "") : ""];
  });
  return {
    ...made,
    values: Object.fromEntries(values),
    body: request.body ?? "",
    bodyType: request.headers["content-type"] ?? made.bodyType,
  };
}
