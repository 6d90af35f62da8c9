import { routeTo } from "../state/route.js";
import { Icon } from "../ui/icon.js";
import type { Column } from "./choose-columns.js";
import { type KeptRecord, recordPlace, scopeText } from "./model.js";
import { namedRecord } from "./references.js";

export interface RecordTableProps {
  readonly columns: readonly Column[];
  readonly records: readonly KeptRecord[];
  /** Key of the column. A leading `-` sorts in descending order. */
  readonly sort: string;
  readonly isLoading: boolean;
  readonly label: string;
  readonly onSort: (sort: string) => void;
  readonly onOpen: (record: KeptRecord) => void;
  /** Marked records, by `recordId`. */
  readonly marked: ReadonlySet<string>;
  readonly onMarked: (marked: ReadonlySet<string>) => void;
}

/** An id that is unique in the collection. */
export function recordId({ scope, key }: Pick<KeptRecord, "scope" | "key">): string {
  return scopeText([...scope, key]);
}

export function RecordTable({
  columns,
  records,
  sort,
  isLoading,
  label,
  onSort,
  onOpen,
  marked,
  onMarked,
}: RecordTableProps) {
  const ids = records.map(recordId);
  const isAll = ids.length > 0 && ids.every((id) => marked.has(id));
  const toggle = (id: string): void => {
    const next = new Set(marked);
    if (!next.delete(id)) next.add(id);
    onMarked(next);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table-frame" tabIndex={0} aria-label={`Records of ${label}`} aria-busy={isLoading}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col" class="cell-mark">
              <input
                type="checkbox"
                aria-label="Select all records of this page"
                checked={isAll}
                onChange={() => onMarked(new Set(isAll ? [] : ids))}
              />
            </th>
            {columns.map((column) => (
              <Heading key={column.title} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr
              key={recordId(record)}
              onClick={({ target }) => !(target as Element).closest(".cell-mark, a") && onOpen(record)}
            >
              <td class="cell-mark">
                <input
                  type="checkbox"
                  aria-label={`Select record ${record.key}`}
                  checked={marked.has(recordId(record))}
                  onChange={() => toggle(recordId(record))}
                />
              </td>
              {columns.map((column, index) => (
                <td key={column.title} class={`cell cell-${column.kind}`}>
                  {index === 0 ? (
                    <button
                      type="button"
                      class="cell-open"
                      aria-label={`Open record ${record.key}`}
                      onClick={(event) => {
                        event.stopPropagation();
                        onOpen(record);
                      }}
                    >
                      {String(column.valueOf(record))}
                    </button>
                  ) : column.reference !== undefined ? (
                    <ReferenceValue collection={column.reference} value={column.valueOf(record)} />
                  ) : (
                    <Value value={column.valueOf(record)} kind={column.kind} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Heading({
  column,
  sort,
  onSort,
}: {
  readonly column: Column;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}) {
  const { title, kind, sort: key } = column;
  if (key === undefined)
    return (
      <th scope="col" class={`cell-${kind}`}>
        {title}
      </th>
    );
  const isUp = sort === key;
  const isDown = sort === `-${key}`;
  return (
    <th scope="col" class={`cell-${kind}`} aria-sort={isUp ? "ascending" : isDown ? "descending" : "none"}>
      <button type="button" class="sort" onClick={() => onSort(isUp ? `-${key}` : isDown ? "" : key)}>
        <span>{title}</span>
        {(isUp || isDown) && <Icon name={isUp ? "up" : "down"} />}
      </button>
    </th>
  );
}

function Value({ value, kind }: { readonly value: unknown; readonly kind: Column["kind"] }) {
  if (value === undefined || value === null) return <span class="nothing">{value === null ? "null" : "–"}</span>;
  if (typeof value === "boolean") return <span class={`flag flag-${value}`}>{String(value)}</span>;
  if (Array.isArray(value)) {
    const isPlain = value.length > 0 && value.every((item) => typeof item !== "object");
    return (
      <span class="quiet">
        {isPlain ? value.join(", ") : `${value.length} ${value.length === 1 ? "item" : "items"}`}
      </span>
    );
  }
  if (typeof value === "object") return <span class="quiet mono">{shortObject(value)}</span>;
  const text = kind === "moment" && typeof value === "number" ? isoOf(value) : String(value);
  if (kind === "moment") return <time dateTime={text}>{momentText(text)}</time>;
  return <span title={text.length > 30 ? text : undefined}>{text.length > 300 ? `${text.slice(0, 300)}…` : text}</span>;
}

/** A link to the referenced record, with its name. */
function ReferenceValue({ collection, value }: { readonly collection: string; readonly value: unknown }) {
  const named = value === undefined || value === null ? undefined : namedRecord(collection, String(value));
  if (!named) return <Value value={value} kind="text" />;
  return (
    <a href={routeTo("resources", recordPlace(collection, named.record))} title={`${collection} ${String(value)}`}>
      {named.label}
    </a>
  );
}

function shortObject(value: object): string {
  const names = Object.keys(value);
  return `{ ${names.slice(0, 3).join(", ")}${names.length > 3 ? ", …" : ""} }`;
}

/** Formats a time in seconds since 1970. */
function isoOf(seconds: number): string {
  const moment = new Date(seconds * 1000);
  return Number.isNaN(moment.getTime()) ? String(seconds) : moment.toISOString();
}

/** Shows a stored date-time to the minute, without converting its time zone. */
function momentText(text: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)/.exec(text) ?? [];
  return day === undefined ? text : `${day} ${time}`;
}
