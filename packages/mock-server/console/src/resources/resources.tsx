import { useMemo, useState } from "preact/hooks";
import { changes } from "../state/live.js";
import { Loader, useLoad } from "../state/loader.js";
import { plane } from "../state/plane.js";
import { route, routeTo } from "../state/route.js";
import { countText, Empty, Problem } from "../ui/parts.js";
import { SearchField } from "../ui/search-field.js";
import type { Collection } from "./model.js";
import { RecordsView } from "./records-view.js";

/** Which resources there are, and the records of one of them. */
export function Resources() {
  const loader = useMemo(() => new Loader<readonly Collection[]>(), []);
  const load = () =>
    loader.load(async () => (await plane<{ collections: readonly Collection[] }>("state")).collections);
  useLoad(load, [changes.value]);
  const { value: collections, problem } = loader.state.value;
  const at = route.value.at;
  if (!collections)
    return problem ? (
      <Problem text={problem} retry={load} />
    ) : (
      <div class="loading" role="status">
        Loading …
      </div>
    );
  if (collections.length === 0) {
    return (
      <Empty icon="resources" title="No resources">
        <p>
          A resource is a pair of paths such as <code>/books</code> and <code>/books/{"{bookId}"}</code>. This
          description has none; its operations answer with states of their own.
        </p>
        <a class="button" href={routeTo("operations")}>
          See the operations
        </a>
      </Empty>
    );
  }
  const chosen = collections.find(({ name }) => name === at) ?? (at === "" ? firstFilled(collections) : undefined);
  return (
    <div class={at === "" ? "split" : "split has-choice"}>
      <ResourceList collections={collections} chosen={chosen?.name} />
      {chosen ? (
        <RecordsView key={chosen.name} collection={chosen} all={collections} />
      ) : (
        <Empty icon="resources" title={`There is no resource ${at}`}>
          <p>It may have gone with a change of the description. Choose one on the left.</p>
        </Empty>
      )}
    </div>
  );
}

function firstFilled(collections: readonly Collection[]): Collection | undefined {
  return collections.find(({ records }) => records > 0) ?? collections[0];
}

function ResourceList({
  collections,
  chosen,
}: {
  readonly collections: readonly Collection[];
  readonly chosen?: string | undefined;
}) {
  const [filter, setFilter] = useState("");
  const wanted = filter.trim().toLowerCase();
  const shown = collections.filter(({ name, path }) => `${name} ${path}`.toLowerCase().includes(wanted));
  return (
    <section class="list-pane" aria-label="Resources">
      <div class="pane-head">
        <h1>Resources</h1>
        <span class="count">{countText(collections.length)}</span>
      </div>
      {collections.length > 8 && <SearchField label="Filter resources" value={filter} onInput={setFilter} />}
      <ul class="links">
        {shown.map(({ name, path, records }) => (
          <li key={name}>
            <a href={routeTo("resources", name)} aria-current={name === chosen ? "true" : undefined} title={path}>
              <span class="clip">{pathParts(path || name)}</span>
              <span class="count">{countText(records)}</span>
            </a>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p class="hint">No resource holds “{filter}”.</p>}
    </section>
  );
}

/** Parameters are quieter than names. */
function pathParts(path: string) {
  return path.split(/(\{[^}]*\})/).map((part, index) => (index % 2 === 1 ? <i key={part + index}>{part}</i> : part));
}
