import { useEffect, useId, useRef, useState } from "preact/hooks";
import { openings } from "../state/live.js";
import { useLoad } from "../state/loader.js";
import { overrides } from "../state/overrides.js";
import { go, route, routeTo } from "../state/route.js";
import { Icon } from "../ui/icon.js";
import { countText, Empty, Method, Problem } from "../ui/parts.js";
import { SearchField } from "../ui/search-field.js";
import type { ExplainedOperation } from "./model.js";
import { focusedOperation, loadOperations, operationLoader } from "./operation-list.js";
import { OperationView } from "./operation-view.js";

/** The list of operations. For the selected one, its role and a request to send. */
export function Operations() {
  useLoad(loadOperations, [openings.value]);
  const { value: operations, problem } = operationLoader.state.value;
  const { at, query } = route.value;
  if (!operations) {
    return problem ? (
      <Problem text={problem} retry={loadOperations} />
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
              : "It may have been removed from the description. Choose another one."}
          </p>
        </Empty>
      )}
    </div>
  );
}

/**
 * The list has one stop for the Tab key. Arrow keys move in it, also from the filter, and Enter goes to the request.
 */
function OperationList({
  operations,
  chosen,
}: {
  readonly operations: readonly ExplainedOperation[];
  readonly chosen: string | undefined;
}) {
  const [filter, setFilter] = useState("");
  const [marked, setMarked] = useState<string | undefined>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const words = filter.toLowerCase().split(/\s+/);
  const groups = byTag(
    operations.filter(({ id, method, path, role, summary = "", tags = [] }) => {
      const text = `${method} ${path} ${id} ${role} ${summary} ${tags.join(" ")}`.toLowerCase();
      return words.every((word) => text.includes(word));
    }),
  );
  const shown = groups.flatMap(([, own]) => own);
  const active = [marked, chosen].find((id) => shown.some((one) => one.id === id)) ?? shown[0]?.id;
  const rowOf = (id: string | undefined): HTMLElement | null =>
    list.current?.querySelector<HTMLElement>(`[data-operation="${CSS.escape(id ?? "")}"]`) ?? null;
  useEffect(() => rowOf(chosen)?.scrollIntoView({ block: "nearest" }), [chosen, shown.length]);
  const open = (id: string): void => {
    focusedOperation.value = id;
    go(routeTo("operations", id));
  };
  const move = (event: KeyboardEvent, withFocus: boolean): void => {
    const at = shown.findIndex(({ id }) => id === active);
    // After typing in the filter no row is marked, so the first arrow key goes to the first row.
    const isFirst = !withFocus && marked === undefined && filter !== "";
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: isFirst ? 0 : at + 1,
      ArrowUp: at - 1,
      ...(withFocus && { Home: 0, End: shown.length - 1 }),
    };
    const to = moves[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = shown[Math.min(shown.length - 1, Math.max(0, to))];
    if (!next) return;
    setMarked(next.id);
    const row = rowOf(next.id);
    row?.scrollIntoView({ block: "nearest" });
    if (withFocus) row?.focus();
  };
  return (
    <section class="list-pane" aria-label="Operations">
      <div class="pane-head">
        <h1>Operations</h1>
        <span class="count">{countText(shown.length)}</span>
      </div>
      <SearchField
        label="Filter operations"
        value={filter}
        isMain
        onInput={(text) => {
          setFilter(text);
          setMarked(undefined);
        }}
        controls={listId}
        activeRow={marked === undefined ? undefined : `${listId}-${marked}`}
        onKeyDown={(event) => {
          const wanted = marked ?? (filter === "" ? undefined : shown[0]?.id);
          if (event.key === "Enter" && wanted !== undefined) {
            event.preventDefault();
            open(wanted);
          } else move(event, false);
        }}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links inside */}
      <div id={listId} ref={list} class="links links-long" onKeyDown={(event) => move(event, true)}>
        {groups.map(([tag, own], index) => (
          <div key={tag} class="link-group">
            {tag !== undefined && (
              <p id={`${listId}-tag-${index}`} class="link-tag">
                {tag}
              </p>
            )}
            <ul aria-labelledby={tag === undefined ? undefined : `${listId}-tag-${index}`}>
              {own.map(({ id, method, path, summary }) => (
                <li key={id}>
                  <a
                    id={`${listId}-${id}`}
                    data-operation={id}
                    class={id === marked ? "is-marked" : undefined}
                    href={routeTo("operations", id)}
                    aria-current={id === chosen ? "true" : undefined}
                    tabIndex={id === active ? 0 : -1}
                    title={`${id}: ${method} ${path}`}
                    onClick={() => {
                      focusedOperation.value = id;
                    }}
                  >
                    <Method name={method} />
                    <span class="link-text">
                      <span class="clip">{path}</span>
                      {summary && <span class="link-summary clip">{summary}</span>}
                    </span>
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
          </div>
        ))}
      </div>
      {shown.length === 0 && <p class="hint">No operation matches “{filter}”.</p>}
    </section>
  );
}

type Group = readonly [string | undefined, readonly ExplainedOperation[]];

/** Groups operations by their first tag, in the order of the description. Without any tags there is one group. */
function byTag(operations: readonly ExplainedOperation[]): readonly Group[] {
  const groups = new Map<string | undefined, ExplainedOperation[]>();
  for (const operation of operations) {
    const tag = operation.tags?.[0];
    groups.set(tag, [...(groups.get(tag) ?? []), operation]);
  }
  return [...groups].map(([tag, own]): Group => [tag ?? (groups.size > 1 ? "Other" : undefined), own]);
}
