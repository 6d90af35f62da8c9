import { useEffect, useMemo, useState } from "preact/hooks";
import { columnRoom } from "../state/column-room.js";
import { changes, openings, tellChange } from "../state/live.js";
import { Loader, useLoad } from "../state/loader.js";
import { plane } from "../state/plane.js";
import { go, route, routeTo } from "../state/route.js";
import { useShortcut } from "../state/shortcuts.js";
import { attempt } from "../state/toasts.js";
import { confirm } from "../ui/confirm.js";
import { Icon } from "../ui/icon.js";
import { countText, Empty, Problem } from "../ui/parts.js";
import { SearchField } from "../ui/search-field.js";
import { chooseColumns } from "./choose-columns.js";
import { readConditions } from "./conditions.js";
import { draftPlaces, keepDraft } from "./drafts.js";
import { Filters } from "./filters.js";
import { type Collection, type RecordPage, type Resource, recordPath, recordPlace, scopeParts } from "./model.js";
import { Pager } from "./pager.js";
import { type RecordAddress, RecordEditor } from "./record-editor.js";
import { RecordTable, recordId } from "./record-table.js";
import { loadNames } from "./references.js";
import { TransferMenu } from "./transfer-menu.js";

const PAGE = 50;
const DELETE_TEXT = "Records that refer to them stay. To get them back, restore a snapshot or reset to the seeds.";

export interface RecordsViewProps {
  readonly collection: Collection;
  /** All collections. */
  readonly all: readonly Collection[];
}

/** The records of one resource, page by page. The server searches and sorts. */
export function RecordsView({ collection, all }: RecordsViewProps) {
  const { name } = collection;
  const { query, inside } = route.value;
  const search = query.get("q") ?? "";
  const sort = query.get("sort") ?? "";
  const scope = query.get("scope") ?? "";
  const where = query.get("where") ?? "";
  const conditions = readConditions(where);
  const page = Math.max(1, Number(query.get("page")) || 1);
  const resources = useMemo(() => new Loader<Resource>(), []);
  const pages = useMemo(() => new Loader<RecordPage>(), []);
  const isNew = query.has("new");
  const address = inside.length > 0 ? { scope: inside.slice(0, -1), key: inside.at(-1) ?? "" } : undefined;
  const path = `state/${encodeURIComponent(name)}`;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const matching = new URLSearchParams({ search, ...(conditions.length > 0 && { where: JSON.stringify(conditions) }) });
  for (const part of scopeParts(scope)) matching.append("scope", part);
  const loadPage = () => {
    const asked = new URLSearchParams([
      ...matching,
      ["sort", sort],
      ["offset", String((page - 1) * PAGE)],
      ["limit", String(PAGE)],
    ]);
    return pages.load(() => plane<RecordPage>(`${path}?${asked}`));
  };
  useLoad(() => resources.load(() => plane<Resource>(`resources/${encodeURIComponent(name)}`)), [name, openings.value]);
  useLoad(loadPage, [name, search, sort, scope, where, page, changes.value]);
  const place = { q: search, sort, scope, where, page: page > 1 ? page : undefined };
  const show = (next: Readonly<Record<string, string | number | undefined>>): void =>
    go(routeTo("resources", name, { ...place, ...next }), { replace: true });
  const open = (record: RecordAddress): void => go(routeTo("resources", recordPlace(name, record), place));
  const openNew = (): void => go(routeTo("resources", name, { ...place, new: "1" }));
  useShortcut("n", openNew);
  const resource = resources.state.value.value;
  const { value: found, problem = resources.state.value.problem, isLoading } = pages.state.value;
  const columns = useMemo(
    () => (resource && found ? chooseColumns(resource, found.records, columnRoom.value) : []),
    [resource, found, columnRoom.value],
  );

  useEffect(() => setMarked(new Set()), [search, sort, scope, where, page]);
  useEffect(() => {
    for (const column of columns) {
      const { reference } = column;
      const keys = (reference === undefined ? [] : (found?.records ?? [])).flatMap((record) => {
        const value = column.valueOf(record);
        return value === undefined || value === null ? [] : [String(value)];
      });
      if (reference !== undefined) void loadNames(reference, keys);
    }
  }, [columns, found]);
  const removeMarked = async (): Promise<void> => {
    const chosen = found?.records.filter((record) => marked.has(recordId(record))) ?? [];
    const count = `${chosen.length} ${chosen.length === 1 ? "record" : "records"}`;
    if (!(await confirm(`Delete ${count}?`, DELETE_TEXT, "Delete"))) return;
    await attempt(async () => {
      for (const record of chosen) await plane(recordPath(name, record), { method: "DELETE" });
    }, `${count} deleted`);
    setMarked(new Set());
    tellChange();
  };
  const removeMatching = async (): Promise<void> => {
    const count = countText(found?.total ?? 0);
    if (!(await confirm(`Delete all ${count} records?`, DELETE_TEXT, "Delete all"))) return;
    await attempt(() => plane(`${path}?${matching}`, { method: "DELETE" }), `${count} records deleted`);
    setMarked(new Set());
    show({ page: undefined });
    tellChange();
  };

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
        {resource && (
          <TransferMenu resource={resource} query={matching} scope={scopeParts(scope)} onImported={tellChange} />
        )}
        <button type="button" class="button button-main" aria-label="New record" disabled={!resource} onClick={openNew}>
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
      {resource && (
        <div class="filter-row">
          <Filters
            properties={resource.properties}
            conditions={conditions}
            onConditions={(next) =>
              show({ where: next.length === 0 ? undefined : JSON.stringify(next), page: undefined })
            }
          />
          {marked.size > 0 && found && (
            <p class="marked">
              <span>{marked.size} selected</span>
              <button type="button" class="button button-danger-quiet" onClick={removeMarked}>
                Delete selected
              </button>
              {found.total > marked.size && (
                <button type="button" class="button button-danger-quiet" onClick={removeMatching}>
                  Delete all {countText(found.total)}
                </button>
              )}
            </p>
          )}
        </div>
      )}
      <Unsaved collection={name} open={address ? recordPlace(name, address) : isNew ? [name] : []} />
      {problem && <Problem text={problem} retry={loadPage} />}
      {found && resource && found.records.length > 0 && (
        <RecordTable
          columns={columns}
          records={found.records}
          sort={sort}
          isLoading={isLoading}
          onSort={(key) => show({ sort: key, page: undefined })}
          onOpen={open}
          marked={marked}
          onMarked={setMarked}
          label={collection.path || name}
        />
      )}
      {found && resource && found.records.length === 0 && !problem && (
        <NothingHere
          search={search}
          isFiltered={conditions.length > 0}
          isBehind={found.total > 0}
          onNew={openNew}
          onAll={() => show({ q: undefined, where: undefined, page: undefined })}
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
      {(address || isNew) && resource && (
        <RecordEditor
          key={JSON.stringify(address)}
          resource={resource}
          address={address}
          onClose={() => show({})}
          scope={scopeParts(scope)}
          below={childrenOf(resource, all)}
          onChange={tellChange}
        />
      )}
    </section>
  );
}

/** Drafts that the user left by Back, a link or a reload. */
function Unsaved({ collection, open }: { readonly collection: string; readonly open: readonly string[] }) {
  const places = draftPlaces(collection).filter((place) => place.join("/") !== open.join("/"));
  if (places.length === 0) return null;
  return (
    <ul class="unsaved" aria-label="Unsaved changes">
      {places.map((place) => {
        const title = place.length === 1 ? "New record" : `Record ${place.at(-1)}`;
        const hash = place.length === 1 ? routeTo("resources", collection, { new: "1" }) : routeTo("resources", place);
        return (
          <li key={place.join("/")}>
            <span>{title} has unsaved changes</span>
            <a href={hash}>Continue</a>
            <button
              type="button"
              class="button button-quiet"
              aria-label={`Discard the changes of ${title.toLowerCase()}`}
              onClick={() => keepDraft(place, undefined)}
            >
              Discard
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Collections whose path is below the resource's item path. */
function childrenOf({ itemPath }: Resource, all: readonly Collection[]): readonly Collection[] {
  const plain = (path: string): string => path.replace(/\{[^}]*\}/g, "{}");
  const own = itemPath && plain(itemPath);
  return own
    ? all.filter(({ path }) => plain(path).startsWith(`${own}/`) && !plain(path).slice(own.length).includes("{"))
    : [];
}

function NothingHere(props: {
  readonly search: string;
  readonly isFiltered: boolean;
  readonly isBehind: boolean;
  readonly onNew: () => void;
  readonly onAll: () => void;
}) {
  if (props.search !== "" || props.isFiltered || props.isBehind) {
    return (
      <Empty icon="search" title={props.isBehind ? "There is no such page" : "No record matches"}>
        <p>
          {props.isBehind
            ? "Records were deleted meanwhile."
            : props.search === ""
              ? "Change or remove a filter."
              : `No record contains “${props.search}”.`}
        </p>
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
