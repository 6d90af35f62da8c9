import { useEffect, useId, useMemo, useState } from "preact/hooks";
import type { ExplainedOperation } from "../operations/model.js";
import { changes, onRequest } from "../state/live.js";
import { Loader, useLoad } from "../state/loader.js";
import { plane, problemText } from "../state/plane.js";
import { routeTo } from "../state/route.js";
import { attempt, tell } from "../state/toasts.js";
import { Icon } from "../ui/icon.js";
import { Problem, Status } from "../ui/parts.js";
import { Page } from "./page.js";

interface Override {
  readonly id: string;
  readonly operationId: string;
  readonly times: number;
  readonly remaining: number;
  readonly status?: number;
  readonly delay?: number;
}

const COMMON = ["500", "503", "429", "401", "403", "404", "409", "422"];

/** What the next calls answer instead of what they would. */
export function Overrides() {
  const loader = useMemo(() => new Loader<readonly Override[]>(), []);
  const operations = useMemo(() => new Loader<readonly ExplainedOperation[]>(), []);
  const load = () => loader.load(async () => (await plane<{ overrides: readonly Override[] }>("overrides")).overrides);
  useLoad(load, [changes.value]);
  useLoad(
    () =>
      operations.load(async () => (await plane<{ operations: readonly ExplainedOperation[] }>("explain")).operations),
    [],
  );
  // A read uses one up as well.
  useEffect(() => onRequest(() => void load()), []);
  const { value: overrides = [], problem, isLoading } = loader.state.value;
  return (
    <Page
      title="Overrides"
      about="Have the next calls of an operation fail, answer something else, or be slow: once, and only then."
    >
      <OverrideForm operations={operations.state.value.value ?? []} onAdded={load} />
      {problem && <Problem text={problem} retry={load} />}
      {overrides.length > 0 ? (
        <>
          <ul class="cards">
            {overrides.map(({ id, operationId, times, remaining, status, delay }) => (
              <li key={id} class="card">
                <div>
                  <strong>
                    <a href={routeTo("operations", operationId)}>{operationId}</a>
                  </strong>
                  <p>
                    {remaining === 1 ? "The next call" : `The next ${remaining} calls`}
                    {times > remaining ? ` (of ${times})` : ""}
                    {delay ? `, after ${delay} ms` : ""}
                  </p>
                </div>
                {status === undefined ? <span class="tag">as ever</span> : <Status code={status} />}
                <button
                  type="button"
                  class="icon-button"
                  aria-label={`Remove override of ${operationId}`}
                  onClick={() =>
                    attempt(() => plane(`overrides/${id}`, { method: "DELETE" }), "The override is gone").then(load)
                  }
                >
                  <Icon name="trash" />
                </button>
              </li>
            ))}
          </ul>
          <button
            type="button"
            class="button"
            onClick={() => attempt(() => plane("overrides", { method: "DELETE" }), "All overrides are gone").then(load)}
          >
            Remove all
          </button>
        </>
      ) : (
        !isLoading &&
        !problem && <p class="nothing-yet">No override waits. Every operation answers as the description says.</p>
      )}
    </Page>
  );
}

function OverrideForm({
  operations,
  onAdded,
}: {
  readonly operations: readonly ExplainedOperation[];
  readonly onAdded: () => void;
}) {
  const [operationId, setOperation] = useState("");
  const [status, setStatus] = useState("503");
  const [times, setTimes] = useState("1");
  const [delay, setDelay] = useState("");
  const [body, setBody] = useState("");
  const [problem, setProblem] = useState("");
  const id = useId();
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    setProblem("");
    let answer: unknown;
    try {
      answer = body.trim() === "" ? undefined : JSON.parse(body);
    } catch (error) {
      return setProblem(`The body is no JSON: ${error instanceof Error ? error.message : ""}`);
    }
    const rule = {
      operationId: operationId || (operations[0]?.id ?? ""),
      times: Number(times) || 1,
      ...(status === "" ? {} : { status: Number(status) }),
      ...(delay === "" ? {} : { delay: Number(delay) }),
      ...(answer === undefined ? {} : { body: answer }),
    };
    try {
      await plane("overrides", { method: "POST", body: rule });
      tell(
        `The next ${rule.times === 1 ? "call" : `${rule.times} calls`} of ${rule.operationId}: ${status || "as ever, later"}`,
      );
      onAdded();
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return (
    <form class="override-form" onSubmit={add}>
      <div class="field field-wide">
        <label for={`${id}-operation`}>Operation</label>
        <select
          id={`${id}-operation`}
          class="input"
          value={operationId || operations[0]?.id}
          onChange={({ currentTarget }) => setOperation(currentTarget.value)}
        >
          {operations.map(({ id: one, method, path }) => (
            <option key={one} value={one}>
              {method} {path} ({one})
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={`${id}-status`}>Status</label>
        <input
          id={`${id}-status`}
          class="input"
          list={`${id}-statuses`}
          inputMode="numeric"
          pattern="[2-5][0-9][0-9]"
          value={status}
          placeholder="as ever"
          onInput={({ currentTarget }) => setStatus(currentTarget.value)}
        />
        <datalist id={`${id}-statuses`}>
          {COMMON.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </div>
      <div class="field">
        <label for={`${id}-times`}>Calls</label>
        <input
          id={`${id}-times`}
          class="input"
          inputMode="numeric"
          pattern="[0-9]*"
          value={times}
          onInput={({ currentTarget }) => setTimes(currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for={`${id}-delay`}>Delay, ms</label>
        <input
          id={`${id}-delay`}
          class="input"
          inputMode="numeric"
          pattern="[0-9]*"
          value={delay}
          placeholder="none"
          onInput={({ currentTarget }) => setDelay(currentTarget.value)}
        />
      </div>
      <div class="field field-wide">
        <label for={`${id}-body`}>Body, JSON</label>
        <textarea
          id={`${id}-body`}
          class="input mono"
          rows={2}
          value={body}
          placeholder="the documented error"
          spellcheck={false}
          onInput={({ currentTarget }) => setBody(currentTarget.value)}
        />
      </div>
      {problem && (
        <div class="field-wide">
          <Problem text={problem} />
        </div>
      )}
      <button type="submit" class="button button-main" disabled={operations.length === 0}>
        <Icon name="plus" />
        <span>Add override</span>
      </button>
    </form>
  );
}
