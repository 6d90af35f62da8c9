import { useMemo, useState } from "preact/hooks";
import { openings } from "../state/live.js";
import { Loader, useLoad } from "../state/loader.js";
import { overrides } from "../state/overrides.js";
import { plane } from "../state/plane.js";
import { route, routeTo } from "../state/route.js";
import { Icon } from "../ui/icon.js";
import { countText, Empty, Method, Problem } from "../ui/parts.js";
import { SearchField } from "../ui/search-field.js";
import type { ExplainedOperation } from "./model.js";
import { OperationView } from "./operation-view.js";

/** All operations; of one, what it was taken for and a request to send. */
export function Operations() {
  const loader = useMemo(() => new Loader<readonly ExplainedOperation[]>(), []);
  const load = () =>
    loader.load(async () => (await plane<{ operations: readonly ExplainedOperation[] }>("explain")).operations);
  useLoad(load, [openings.value]);
  const { value: operations, problem } = loader.state.value;
  const { at, query } = route.value;
  if (!operations) {
    return problem ? (
      <Problem text={problem} retry={load} />
    ) : (
      <div class="loading" role="status">
        Loading …
      </div>
    );
  }
  const chosen = operations.find(({ id }) => id === at) ?? (at === "" ? operations[0] : undefined);
  return (
    <div class={at === "" ? "split" : "split has-choice"}>
      <OperationList operations={operations} chosen={chosen?.id} />
      {chosen ? (
        <OperationView key={`${chosen.id} ${query.get("request") ?? ""}`} operation={chosen} />
      ) : (
        <Empty icon="operations" title={at === "" ? "No operations" : `There is no operation ${at}`}>
          <p>
            {at === ""
              ? "The description has no paths yet."
              : "It may have gone with a change of the description. Choose one on the left."}
          </p>
        </Empty>
      )}
    </div>
  );
}

function OperationList({
  operations,
  chosen,
}: {
  readonly operations: readonly ExplainedOperation[];
  readonly chosen: string | undefined;
}) {
  const [filter, setFilter] = useState("");
  const words = filter.toLowerCase().split(/\s+/);
  const shown = operations.filter(({ id, method, path, role }) => {
    const text = `${method} ${path} ${id} ${role}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <section class="list-pane" aria-label="Operations">
      <div class="pane-head">
        <h1>Operations</h1>
        <span class="count">{countText(shown.length)}</span>
      </div>
      <SearchField label="Filter operations" value={filter} isMain onInput={setFilter} />
      <ul class="links links-long">
        {shown.map(({ id, method, path }) => (
          <li key={id}>
            <a
              href={routeTo("operations", id)}
              aria-current={id === chosen ? "true" : undefined}
              title={`${id}: ${method} ${path}`}
            >
              <Method name={method} />
              <span class="clip">{path}</span>
              {overrides.value.some((one) => one.operationId === id) && (
                <span class="badge" title="An override is pending">
                  <Icon name="overrides" />
                  <span class="hidden">override pending</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p class="hint">No operation holds “{filter}”.</p>}
    </section>
  );
}
