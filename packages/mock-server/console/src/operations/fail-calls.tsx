import { useEffect, useId, useRef, useState } from "preact/hooks";
import { callsText, loadOverrides, overrides } from "../state/overrides.js";
import { plane } from "../state/plane.js";
import { attempt } from "../state/toasts.js";
import { Icon } from "../ui/icon.js";
import { Status } from "../ui/parts.js";
import type { RequestSample } from "./model.js";

/** Statuses after which clients often retry, so that the user may not see a single failure. */
export const RETRIED: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
/** A status and its meaning. */
export type StatusChoice = readonly [status: number, about: string];

const COMMON: readonly StatusChoice[] = [
  [400, "Bad Request"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "Not Found"],
  [409, "Conflict"],
  [422, "Unprocessable Content"],
  [429, "Too Many Requests"],
  [500, "Internal Server Error"],
  [503, "Service Unavailable"],
  [504, "Gateway Timeout"],
];

/** The statuses that an operation can be set to answer. Its documented errors come first. */
export function statusChoices({ statuses }: Pick<RequestSample, "statuses">): {
  readonly documented: readonly StatusChoice[];
  readonly others: readonly StatusChoice[];
} {
  const documented = statuses.flatMap(({ status, description }): StatusChoice[] =>
    /^[45]\d\d$/.test(status) ? [[Number(status), description?.split("\n")[0] ?? ""]] : [],
  );
  return { documented, others: COMMON.filter(([status]) => !documented.some(([known]) => known === status)) };
}

export interface FailCallsProps {
  readonly sample: Pick<RequestSample, "id" | "statuses">;
  readonly onClose: () => void;
}

/** Makes the next calls of an operation fail. */
export function FailCalls({ sample, onClose }: FailCallsProps) {
  const id = useId();
  const { documented, others } = statusChoices(sample);
  const [status, setStatus] = useState(String(documented.at(-1)?.[0] ?? 500));
  const [calls, setCalls] = useState<"always" | "some">("always");
  const [count, setCount] = useState("1");
  const isBusy = useRef(false);
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    const times = calls === "always" ? calls : Math.max(1, Number(count) || 1);
    const body = { operationId: sample.id, status: Number(status), times };
    const which = times === "always" ? "Every call" : times === 1 ? "The next call" : `The next ${times} calls`;
    const isAdded = await attempt(async () => {
      await plane("overrides", { method: "POST", body });
      await loadOverrides();
    }, `${which} of ${sample.id}: ${status}`);
    isBusy.current = false;
    if (isAdded) onClose();
  };
  const option = ([value, text]: StatusChoice) => (
    <option key={value} value={value} selected={String(value) === status}>
      {value} {text.length > 50 ? `${text.slice(0, 50)}…` : text}
    </option>
  );
  return (
    <form
      class="fail-calls"
      aria-label="Fail calls"
      onSubmit={add}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <div class="field">
        <label for={`${id}-status`}>Answer with</label>
        <select
          id={`${id}-status`}
          class="input"
          ref={first}
          onChange={({ currentTarget }) => setStatus(currentTarget.value)}
        >
          {documented.length > 0 && <optgroup label="Documented">{documented.map(option)}</optgroup>}
          <optgroup label="Not documented">{others.map(option)}</optgroup>
        </select>
      </div>
      <div class="field">
        <label for={`${id}-calls`}>Calls</label>
        <select
          id={`${id}-calls`}
          class="input"
          value={calls}
          onChange={({ currentTarget }) => setCalls(currentTarget.value as "always" | "some")}
        >
          <option value="always">Every call, until removed</option>
          <option value="some">Only the next calls</option>
        </select>
      </div>
      {calls === "some" && (
        <div class="field">
          <label for={`${id}-count`}>How many</label>
          <input
            id={`${id}-count`}
            class="input"
            type="number"
            min={1}
            max={1_000_000}
            value={count}
            onInput={({ currentTarget }) => setCount(currentTarget.value)}
          />
        </div>
      )}
      <div class="row">
        <button type="submit" class="button button-main">
          Add
        </button>
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
      </div>
      {calls === "some" && RETRIED.has(Number(status)) && (
        <p class="hint">Clients often retry a {status}. To see the failure, choose more calls than they try.</p>
      )}
    </form>
  );
}

/** The pending overrides of an operation. */
export function PendingOverrides({ operationId }: { readonly operationId: string }) {
  const own = overrides.value.filter((one) => one.operationId === operationId);
  if (own.length === 0) return null;
  return (
    <ul class="pending" aria-label="Pending overrides">
      {own.map((one) => (
        <li key={one.id}>
          <Icon name="overrides" />
          <span>
            {callsText(one)}
            {one.status === undefined ? ": as usual" : ":"}
          </span>
          {one.status !== undefined && <Status code={one.status} />}
          <button
            type="button"
            class="button button-quiet"
            onClick={() => attempt(() => removeOverride(one.id), "The override is removed")}
          >
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}

async function removeOverride(id: string): Promise<void> {
  await plane(`overrides/${id}`, { method: "DELETE" });
  await loadOverrides();
}
