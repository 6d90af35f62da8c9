import { useId, useMemo, useState } from "preact/hooks";
import { RETRIED, statusChoices } from "../operations/fail-calls.js";
import type { ExplainedOperation, RequestSample } from "../operations/model.js";
import { loadOperations, operationLoader } from "../operations/operation-list.js";
import { openings } from "../state/live.js";
import { Loader, useLoad } from "../state/loader.js";
import { callsText, loadOverrides, overrides } from "../state/overrides.js";
import { plane, problemText } from "../state/plane.js";
import { routeTo } from "../state/route.js";
import { attempt, tell } from "../state/toasts.js";
import { Icon } from "../ui/icon.js";
import { Problem, Status } from "../ui/parts.js";
import { Page } from "./page.js";

/** The overrides: other answers for the next calls. */
export function Overrides() {
  const loader = useMemo(() => new Loader<void>(), []);
  const load = () => loader.load(loadOverrides);
  useLoad(load, [openings.value]);
  useLoad(loadOperations, [openings.value]);
  const { problem, isLoading } = loader.state.value;
  return (
    <Page title="Overrides" about="Make an operation fail, answer something else, or answer slowly.">
      <OverrideForm operations={operationLoader.state.value.value ?? []} onAdded={load} />
      {problem && <Problem text={problem} retry={load} />}
      {overrides.value.length > 0 ? (
        <>
          <ul class="cards">
            {overrides.value.map((one) => {
              const { id, operationId, status } = one;
              return (
                <li key={id} class="card">
                  <div>
                    <strong>
                      <a href={routeTo("operations", operationId)}>{operationId}</a>
                    </strong>
                    <p>{callsText(one)}</p>
                  </div>
                  {status === undefined ? <span class="tag">as usual</span> : <Status code={status} />}
                  <button
                    type="button"
                    class="icon-button"
                    aria-label={`Remove override of ${operationId}`}
                    onClick={() =>
                      attempt(() => plane(`overrides/${id}`, { method: "DELETE" }), "The override is removed").then(
                        load,
                      )
                    }
                  >
                    <Icon name="trash" />
                  </button>
                </li>
              );
            })}
          </ul>
          <button
            type="button"
            class="button"
            onClick={() =>
              attempt(() => plane("overrides", { method: "DELETE" }), "All overrides are removed").then(load)
            }
          >
            Remove all
          </button>
        </>
      ) : (
        !isLoading &&
        !problem && <p class="nothing-yet">No override is pending. Every operation answers as described.</p>
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
  const [status, setStatus] = useState("500");
  const [times, setTimes] = useState("");
  const [delay, setDelay] = useState("");
  const [body, setBody] = useState("");
  const [problem, setProblem] = useState("");
  const id = useId();
  const chosen = operationId || (operations[0]?.id ?? "");
  const sample = useMemo(() => new Loader<RequestSample>(), []);
  const loadSample = (): unknown =>
    chosen === "" ? undefined : sample.load(() => plane(`samples/${encodeURIComponent(chosen)}`), { keep: false });
  useLoad(loadSample, [chosen]);
  const choices = statusChoices(sample.state.value.value ?? { statuses: [] });
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    setProblem("");
    let answer: unknown;
    try {
      answer = body.trim() === "" ? undefined : JSON.parse(body);
    } catch (error) {
      return setProblem(`The body is not valid JSON: ${error instanceof Error ? error.message : ""}`);
    }
    const rule = {
      operationId: chosen,
      times: times.trim() === "" ? ("always" as const) : Number(times) || 1,
      ...(status === "" ? {} : { status: Number(status) }),
      ...(delay === "" ? {} : { delay: Number(delay) }),
      ...(answer === undefined ? {} : { body: answer }),
    };
    try {
      const { warnings = [] } = await plane<{ warnings?: readonly string[] }>("overrides", {
        method: "POST",
        body: rule,
      });
      if (warnings.length > 0) setProblem(`Added. ${warnings.join("; ")}`);
      tell(
        `${rule.times === "always" ? "Every call" : rule.times === 1 ? "The next call" : `The next ${rule.times} calls`} of ${rule.operationId}: ${status || "as usual, later"}`,
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
          value={chosen}
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
          placeholder="as usual"
          onInput={({ currentTarget }) => setStatus(currentTarget.value)}
        />
        <datalist id={`${id}-statuses`}>
          {[...choices.documented, ...choices.others].map(([one, about]) => (
            <option key={one} value={one}>
              {about}
            </option>
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
          placeholder="until removed"
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
      {times.trim() !== "" && RETRIED.has(Number(status)) && (
        <p class="hint field-wide">
          Clients often retry a {status}. To see the failure, choose more calls than they try, or leave the field empty.
        </p>
      )}
      {problem && (
        <div class="field-wide">
          <Problem text={problem} />
        </div>
      )}
      <button
        type="submit"
        class="button button-main"
        disabled={operations.length === 0}
        // The second click of a double click would add a second override.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        <Icon name="plus" />
        <span>Add override</span>
      </button>
    </form>
  );
}
