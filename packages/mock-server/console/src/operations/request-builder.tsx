import { useEffect, useId, useRef, useState } from "preact/hooks";
import { refusalReasons } from "../requests/logged-request.js";
import { curlText, fetchText } from "../requests/snippets.js";
import { problemText } from "../state/plane.js";
import { session } from "../state/session.js";
import { tell } from "../state/toasts.js";
import { Icon } from "../ui/icon.js";
import { copyText, Problem } from "../ui/parts.js";
import { bodyText, type Draft, keyOf, type OwnHeader, sendable } from "./draft.js";
import type { ExplainedOperation, RequestSample, SampleParameter } from "./model.js";
import { ParameterField } from "./parameter-field.js";
import { ReplyView } from "./reply-view.js";
import { type Reply, sendRequest } from "./send-request.js";

export interface RequestBuilderProps {
  readonly operation: ExplainedOperation;
  readonly sample: RequestSample;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly onSample: () => void;
}

export function RequestBuilder({ operation, sample, draft, onDraft, onSample }: RequestBuilderProps) {
  const [reply, setReply] = useState<Reply | undefined>(undefined);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const bodyId = useId();
  const typeId = useId();
  const tokenId = useId();
  const request = sendable(sample, draft, session.value);
  const copied = (text: string, how: string) => copyText(text).then(() => tell(`Copied as ${how}`));
  const written =
    request.cookies === "" ? request : { ...request, headers: { ...request.headers, cookie: request.cookies } };
  const send = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      setReply(await sendRequest(request));
    } catch (error) {
      setReply(undefined);
      setProblem(problemText(error));
    }
    setBusy(false);
  };
  // Ctrl+Enter sends the fields as they are now, not as they were when the listener was added.
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isSend = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      if (!isSend || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      void latest.current();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const reasons = reply ? refusalReasons(reply.status, reply.body) : [];
  const problemsOf = ({ in: place, name }: SampleParameter): readonly string[] =>
    reasons.flatMap(({ part, path, message }) => {
      const [first = ""] = path.replace(/^\//, "").split("/");
      const isSame = place === "header" ? first.toLowerCase() === name.toLowerCase() : first === name;
      return part === place && isSame ? [message] : [];
    });
  const inBody = reasons.filter(({ part }) => part === "body");
  const isJson = /[/+]json/.test(draft.bodyType);
  return (
    <div class={reply ? "builder has-reply" : "builder"}>
      <div class="send-row">
        <output class="address mono" aria-label="Address">
          {decodeURI(new URL(request.address).pathname + new URL(request.address).search)}
        </output>
        <button type="button" class="button button-main" title="Ctrl+Enter" disabled={isBusy} onClick={send}>
          <Icon name="send" />
          <span>Send</span>
        </button>
      </div>
      <div class="row row-tools">
        <button type="button" class="button button-quiet" onClick={() => copied(curlText(written), "curl")}>
          <Icon name="copy" />
          <span>curl</span>
        </button>
        <button type="button" class="button button-quiet" onClick={() => copied(fetchText(written), "fetch")}>
          <Icon name="copy" />
          <span>fetch</span>
        </button>
        <button type="button" class="button button-quiet" onClick={onSample}>
          <Icon name="reset" />
          <span>Another sample</span>
        </button>
      </div>
      {problem && <Problem text={problem} />}
      {reply && <ReplyView reply={reply} />}
      <div class="builder-fields">
        {sample.parameters.length > 0 && (
          <fieldset class="group">
            <legend>Parameters</legend>
            {sample.parameters.map((parameter) => (
              <ParameterField
                key={keyOf(parameter)}
                parameter={parameter}
                use={
                  operation.parameters.find(({ name, in: place }) => name === parameter.name && place === parameter.in)
                    ?.use
                }
                text={draft.values[keyOf(parameter)] ?? ""}
                problems={problemsOf(parameter)}
                onInput={(text) => onDraft({ ...draft, values: { ...draft.values, [keyOf(parameter)]: text } })}
              />
            ))}
          </fieldset>
        )}
        {sample.security.length > 0 && (
          <fieldset class="group">
            <legend>Credentials</legend>
            <div class="field field-row">
              <label for={tokenId}>
                <span class="field-name">
                  {sample.security[0]?.map(({ name }) => name).join(" and ") || "none needed"}
                </span>
                <span class="field-type">
                  {sample.security[0]?.map(({ scheme, type }) => scheme ?? type).join(", ")}
                </span>
              </label>
              <input
                id={tokenId}
                class="input mono"
                autocomplete="off"
                value={draft.token}
                placeholder={
                  sample.security[0]?.some(({ scheme }) => scheme === "basic") ? "user:password" : "not sent"
                }
                onInput={({ currentTarget }) => onDraft({ ...draft, token: currentTarget.value })}
              />
            </div>
          </fieldset>
        )}
        {sample.body && (
          <fieldset class="group">
            <legend>Body</legend>
            {sample.body.types.length > 1 && (
              <div class="field field-row">
                <label for={typeId}>Media type</label>
                <select
                  id={typeId}
                  class="input"
                  value={draft.bodyType}
                  onChange={({ currentTarget }) => onDraft({ ...draft, bodyType: currentTarget.value })}
                >
                  {sample.body.types.map((type) => (
                    <option key={type}>{type}</option>
                  ))}
                </select>
              </div>
            )}
            {sample.body.examples && (
              <div class="field field-row">
                <label for={`${bodyId}-example`}>Example</label>
                <select
                  id={`${bodyId}-example`}
                  class="input"
                  onChange={({ currentTarget }) => {
                    const found = sample.body?.examples?.find(({ name }) => name === currentTarget.value);
                    if (found) onDraft({ ...draft, body: bodyText(found.value) });
                  }}
                >
                  {sample.body.examples.map(({ name, summary }) => (
                    <option key={name} value={name}>
                      {summary ? `${name}: ${summary}` : name}
                    </option>
                  ))}
                </select>
              </div>
            )}
            <label class="hidden" for={bodyId}>
              Body, {draft.bodyType}
            </label>
            <textarea
              id={bodyId}
              class="input mono"
              spellcheck={false}
              rows={Math.min(18, Math.max(4, draft.body.split("\n").length))}
              value={draft.body}
              aria-invalid={inBody.length > 0}
              aria-describedby={inBody.length > 0 ? `${bodyId}-wrong` : undefined}
              placeholder={sample.body.required ? `${draft.bodyType}, required` : draft.bodyType}
              onInput={({ currentTarget }) => onDraft({ ...draft, body: currentTarget.value })}
            />
            {inBody.length > 0 && (
              <ul id={`${bodyId}-wrong`} class="wrong">
                {inBody.map(({ path, message }) => (
                  <li key={path + message}>
                    {path && <code>{path}</code>} {message}
                  </li>
                ))}
              </ul>
            )}
            {isJson && draft.body !== "" && !isValidJson(draft.body) && (
              <p class="hint">
                This is not valid JSON. It is sent unchanged, so you can see how the server rejects it.
              </p>
            )}
          </fieldset>
        )}
        <OwnHeaders headers={draft.headers} onHeaders={(headers) => onDraft({ ...draft, headers })} />
        {sample.parameters.length === 0 && !sample.body && (
          <p class="hint">This operation has no parameters and no body.</p>
        )}
      </div>
    </div>
  );
}

function OwnHeaders({
  headers,
  onHeaders,
}: {
  readonly headers: readonly OwnHeader[];
  readonly onHeaders: (headers: readonly OwnHeader[]) => void;
}) {
  const change = (at: number, part: Partial<OwnHeader>): void =>
    onHeaders(headers.map((header, index) => (index === at ? { ...header, ...part } : header)));
  return (
    <fieldset class="group">
      <legend>Further headers</legend>
      {headers.map(({ name, value }, index) => (
        <div key={index} class="own-header">
          <input
            class="input mono"
            aria-label="Header name"
            placeholder="X-Request-Id"
            autocomplete="off"
            spellcheck={false}
            value={name}
            onInput={({ currentTarget }) => change(index, { name: currentTarget.value })}
          />
          <input
            class="input mono"
            aria-label={`Value of ${name || "the header"}`}
            autocomplete="off"
            spellcheck={false}
            value={value}
            onInput={({ currentTarget }) => change(index, { value: currentTarget.value })}
          />
          <button
            type="button"
            class="icon-button"
            aria-label={`Remove header ${name}`}
            onClick={() => onHeaders(headers.filter((_, at) => at !== index))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <button type="button" class="button button-add" onClick={() => onHeaders([...headers, { name: "", value: "" }])}>
        <Icon name="plus" />
        <span>Add header</span>
      </button>
    </fieldset>
  );
}

function isValidJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
