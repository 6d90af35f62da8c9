import { useId, useState } from "preact/hooks";
import { curlText, fetchText } from "../requests/snippets.js";
import { problemText } from "../state/plane.js";
import { session } from "../state/session.js";
import { tell } from "../state/toasts.js";
import { Icon } from "../ui/icon.js";
import { copyText, Problem } from "../ui/parts.js";
import { type Draft, keyOf, sendable } from "./draft.js";
import type { ExplainedOperation, RequestSample } from "./model.js";
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
  const isJson = /[/+]json/.test(draft.bodyType);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of what the button does
    <div
      class={reply ? "builder has-reply" : "builder"}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
      }}
    >
      <div class="send-row">
        <output class="address mono" aria-label="Address">
          {decodeURI(new URL(request.address).pathname + new URL(request.address).search)}
        </output>
        <button type="button" class="button button-main" disabled={isBusy} onClick={send}>
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
            <label class="hidden" for={bodyId}>
              Body, {draft.bodyType}
            </label>
            <textarea
              id={bodyId}
              class="input mono"
              spellcheck={false}
              rows={Math.min(18, Math.max(4, draft.body.split("\n").length))}
              value={draft.body}
              placeholder={sample.body.required ? `${draft.bodyType}, required` : draft.bodyType}
              onInput={({ currentTarget }) => onDraft({ ...draft, body: currentTarget.value })}
            />
            {isJson && draft.body !== "" && !isValidJson(draft.body) && (
              <p class="hint">This is no JSON. It is sent as it is, to see how the server refuses it.</p>
            )}
          </fieldset>
        )}
        {sample.parameters.length === 0 && !sample.body && <p class="hint">It takes no parameters and no body.</p>}
      </div>
    </div>
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
