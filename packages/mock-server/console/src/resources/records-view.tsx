import { useMemo, useState } from "preact/hooks";
import { columnRoom } from "../state/column-room.js";
import { changes, tellChange } from "../state/live.js";
import { Loader, useLoad } from "../state/loader.js";
import { plane } from "../state/plane.js";
import { go, route, routeTo } from "../state/route.js";
import { useShortcut } from "../state/shortcuts.js";
import { Icon } from "../ui/icon.js";
import { countText, Empty, Problem } from "../ui/parts.js";
import { SearchField } from "../ui/search-field.js";
import { chooseColumns } from "./choose-columns.js";
import { type Collection, type KeptRecord, type RecordPage, type Resource, scopeParts } from "./model.js";
import { Pager } from "./pager.js";
import { RecordEditor } from "./record-editor.js";
import { RecordTable } from "./record-table.js";

const PAGE = 50;

export interface RecordsViewProps {
  readonly collection: Collection;
  /** All that there are. */
  readonly all: readonly Collection[];
}

/** One resource: its records, page by page; the server searches and sorts. */
export function RecordsView({ collection, all }: RecordsViewProps) {
  const { name } = collection;
  const { query } = route.value;
  const search = query.get("q") ?? "";
  const sort = query.get("sort") ?? "";
  const scope = query.get("scope") ?? "";
  const page = Math.max(1, Number(query.get("page")) || 1);
  const resources = useMemo(() => new Loader<Resource>(), []);
  const pages = useMemo(() => new Loader<RecordPage>(), []);
  const [edited, edit] = useState<KeptRecord | "new" | undefined>(undefined);
  const path = `state/${encodeURIComponent(name)}`;
  const loadPage = () => {
    const asked = new URLSearchParams({ offset: String((page - 1) * PAGE), limit: String(PAGE), search, sort });
    for (const part of scopeParts(scope)) asked.append("scope", part);
    return pages.load(() => plane<RecordPage>(`${path}?${asked}`));
  };
  useLoad(() => resources.load(() => plane<Resource>(`resources/${encodeURIComponent(name)}`)), [name]);
  useLoad(loadPage, [name, search, sort, scope, page, changes.value]);
  useShortcut("n", () => edit("new"));

  const show = (next: Readonly<Record<string, string | number | undefined>>): void =>
    go(routeTo("resources", name, { q: search, sort, scope, page: page > 1 ? page : undefined, ...next }), {
      replace: true,
    });
  const resource = resources.state.value.value;
  const { value: found, problem = resources.state.value.problem, isLoading } = pages.state.value;
  const columns = useMemo(
    () => (resource && found ? chooseColumns(resource, found.records, columnRoom.value) : []),
    [resource, found, columnRoom.value],
  );

  return (
    <section class="records" aria-labelledby="records-title">
      <header class="pane-head">
        <a class="icon-button back" href={routeTo("resources")} aria-label="All resources">
          <Icon name="left" />
        </a>
        <div class="pane-title">
          <h2 id="records-title" class="clip">
            {collection.path || name}
          </h2>
          <span class="count">
            {countText(collection.records)} {collection.records === 1 ? "record" : "records"}
          </span>
        </div>
        <SearchField
          label="Search records"
          value={search}
          delay={200}
          isMain
          onInput={(q) => show({ q, page: undefined })}
        />
        <button type="button" class="button button-main" disabled={!resource} onClick={() => edit("new")}>
          <Icon name="plus" />
          <span>New record</span>
        </button>
      </header>
      {scope !== "" && resource && (
        <p class="scope">
          <span class="tag tag-strong">
            {resource.parents
              .map(({ parameter }, index) => `${parameter} ${scopeParts(scope)[index] ?? ""}`)
              .join(", ")}
          </span>
          <button type="button" class="button button-quiet" onClick={() => show({ scope: undefined, page: undefined })}>
            Show all
          </button>
        </p>
      )}
      {problem && <Problem text={problem} retry={loadPage} />}
      {found && resource && found.records.length > 0 && (
        <RecordTable
          columns={columns}
          records={found.records}
          sort={sort}
          isLoading={isLoading}
          onSort={(key) => show({ sort: key, page: undefined })}
          onOpen={edit}
          label={collection.path || name}
        />
      )}
      {found && resource && found.records.length === 0 && !problem && (
        <NothingHere
          search={search}
          isBehind={found.total > 0}
          onNew={() => edit("new")}
          onAll={() => show({ q: undefined, page: undefined })}
        />
      )}
      {found && found.total > 0 && (
        <Pager
          total={found.total}
          page={page}
          size={PAGE}
          onPage={(next) => show({ page: next > 1 ? next : undefined })}
        />
      )}
      {edited && resource && (
        <RecordEditor
          resource={resource}
          record={edited === "new" ? undefined : edited}
          onClose={() => edit(undefined)}
          scope={scopeParts(scope)}
          below={childrenOf(resource, all)}
          onChange={tellChange}
        />
      )}
    </section>
  );
}

/** Collections whose records stand below those of the resource. */
function childrenOf({ itemPath }: Resource, all: readonly Collection[]): readonly Collection[] {
  const plain = (path: string): string => path.replace(/\{[^}]*\}/g, "{}");
  const own = itemPath && plain(itemPath);
  return own
    ? all.filter(({ path }) => plain(path).startsWith(`${own}/`) && !plain(path).slice(own.length).includes("{"))
    : [];
}

function NothingHere(props: {
  readonly search: string;
  readonly isBehind: boolean;
  readonly onNew: () => void;
  readonly onAll: () => void;
}) {
  if (props.search !== "" || props.isBehind) {
    return (
      <Empty icon="search" title={props.isBehind ? "This page is behind the last record" : "No record matches"}>
        <p>{props.isBehind ? "Records have gone meanwhile." : `None holds “${props.search}” in any of its texts.`}</p>
        <button type="button" class="button" onClick={props.onAll}>
          Show all records
        </button>
      </Empty>
    );
  }
  return (
    <Empty icon="resources" title="No records yet">
      <p>
        Add one here, <code>POST</code> one to the API, or start the server with <code>--seed 20</code> to have some
        made up.
      </p>
      <button type="button" class="button button-main" onClick={props.onNew}>
        <Icon name="plus" />
        <span>New record</span>
      </button>
    </Empty>
  );
}
