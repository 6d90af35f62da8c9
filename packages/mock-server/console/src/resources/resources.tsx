import { useMemo, useState } from "preact/hooks";
import { changes } from "../state/live.js";
import { Loader, useLoad } from "../state/loader.js";
import { plane } from "../state/plane.js";
import { route, routeTo } from "../state/route.js";
import { countText, Empty, Problem } from "../ui/parts.js";
import { ResetButton } from "../ui/reset-button.js";
import { SearchField } from "../ui/search-field.js";
import type { Collection } from "./model.js";
import { RecordsView } from "./records-view.js";
import { SingletonView } from "./singleton-view.js";

/** The list of resources, and the records of the selected one. */
export function Resources() {
  const loader = useMemo(() => new Loader<readonly Collection[]>(), []);
  const load = () =>
    loader.load(async () => (await plane<{ collections: readonly Collection[] }>("state")).collections);
  useLoad(load, [changes.value]);
  const documents = useMemo(() => new Loader<readonly string[]>(), []);
  useLoad(
    () =>
      documents.load(async () =>
        (await plane<{ singletons: readonly { path: string }[] }>("singletons")).singletons.map(({ path }) => path),
      ),
    [changes.value],
  );
  const { value: collections, problem } = loader.state.value;
  const singletons = documents.state.value.value ?? [];
  const at = route.value.at;
  if (!collections)
    return problem ? (
      <Problem text={problem} retry={load} />
    ) : (
      <div class="loading" role="status">
        Loading …
      </div>
    );
  if (collections.length === 0 && singletons.length === 0) {
    return (
      <Empty icon="resources" title="No resources">
        <p>
          A resource is a pair of paths such as <code>/books</code> and <code>/books/{"{bookId}"}</code>. This
          description has none. Each operation has a state of its own.
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
      <ResourceList collections={collections} singletons={singletons} chosen={chosen?.name ?? at} />
      {at.startsWith("/") ? (
        <SingletonView key={at} path={at} />
      ) : chosen ? (
        <RecordsView key={chosen.name} collection={chosen} all={collections} />
      ) : (
        <Empty icon="resources" title={`There is no resource ${at}`}>
          <p>It may have been removed from the description. Choose another one.</p>
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
  singletons,
  chosen,
}: {
  readonly collections: readonly Collection[];
  readonly singletons: readonly string[];
  readonly chosen?: string | undefined;
}) {
  const [filter, setFilter] = useState("");
  const wanted = filter.trim().toLowerCase();
  const shown = collections.filter(({ name, path }) => `${name} ${path}`.toLowerCase().includes(wanted));
  const shownSingletons = singletons.filter((path) => path.toLowerCase().includes(wanted));
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
        {shownSingletons.length > 0 && <li class="link-tag">Single documents</li>}
        {shownSingletons.map((path) => (
          <li key={path}>
            <a href={routeTo("resources", path)} aria-current={path === chosen ? "true" : undefined} title={path}>
              <span class="clip">{pathParts(path)}</span>
            </a>
          </li>
        ))}
      </ul>
      {shown.length + shownSingletons.length === 0 && <p class="hint">No resource matches “{filter}”.</p>}
      <ResetButton />
    </section>
  );
}

/** Shows parameters in a weaker style than names. */
function pathParts(path: string) {
  return path.split(/(\{[^}]*\})/).map((part, index) => (index % 2 === 1 ? <i key={part + index}>{part}</i> : part));
}
