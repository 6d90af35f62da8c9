import { Reasons } from "../requests/reasons.js";
import { HeaderList } from "../requests/request-panel.js";
import { durationText } from "../requests/requests.js";
import { JsonText } from "../ui/json-text.js";
import { countText, Status } from "../ui/parts.js";
import type { Reply } from "./send-request.js";

export function ReplyView({ reply }: { readonly reply: Reply }) {
  const { status, statusText, headers, body, size, duration } = reply;
  const count = Object.keys(headers).length;
  return (
    <section class="reply" aria-label="The answer" aria-live="polite">
      <p class="facts">
        <Status code={status} />
        <strong>{statusText}</strong>
        <span>{durationText(duration)}</span>
        <span>{size < 1024 ? `${size} B` : `${countText(Math.round(size / 1024))} KB`}</span>
      </p>
      <Reasons status={status} body={body} />
      <details>
        <summary>
          {count} {count === 1 ? "header" : "headers"}
        </summary>
        <HeaderList headers={headers} />
      </details>
      {body === undefined ? (
        <p class="hint">{countText(size)} bytes of binary data.</p>
      ) : body === "" ? (
        <p class="hint">No body.</p>
      ) : (
        <JsonText text={body} label="Body of the answer" />
      )}
    </section>
  );
}
