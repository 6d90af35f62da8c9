import { signal } from "@preact/signals";
import { changes } from "../state/live.js";
import { plane } from "../state/plane.js";
import { session } from "../state/session.js";
import { type KeptRecord, nameRank, type RecordPage, type Resource } from "./model.js";

/** A referenced record and its readable name. */
export interface Named {
  readonly record: KeptRecord;
  readonly label: string;
}

/** Loaded records by collection and key; `null` if the record does not exist. */
const found = signal<ReadonlyMap<string, Named | null>>(new Map());
const resources = new Map<string, Promise<Resource>>();

const forget = (): void => {
  found.value = new Map();
};
changes.subscribe(forget);
session.subscribe(() => {
  resources.clear();
  forget();
});

/** The record with this key, after `loadNames` has loaded it. */
export function namedRecord(collection: string, key: string): Named | null | undefined {
  return found.value.get(`${collection}\n${key}`);
}

function loadResource(collection: string): Promise<Resource> {
  const known = resources.get(collection);
  if (known) return known;
  const loading = plane<Resource>(`resources/${encodeURIComponent(collection)}`);
  // A failure is not cached.
  loading.catch(() => resources.delete(collection));
  resources.set(collection, loading);
  return loading;
}

const MOST_KEYS = 200;

/** Loads the names of records that are not loaded yet, with one request for each collection. */
export async function loadNames(collection: string, keys: readonly string[]): Promise<void> {
  const missing = [...new Set(keys)].filter((key) => namedRecord(collection, key) === undefined).slice(0, MOST_KEYS);
  if (missing.length === 0) return;
  try {
    const resource = await loadResource(collection);
    if (!resource.id) return;
    const values = missing.flatMap((key) => (/^-?\d{1,15}$/.test(key) ? [key, Number(key)] : [key]));
    const property = `/${resource.id.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;
    const where = JSON.stringify([{ property, operator: "in", value: values }]);
    const query = new URLSearchParams({ where, limit: "1000" });
    const { records } = await plane<RecordPage>(`state/${encodeURIComponent(collection)}?${query}`);
    const next = new Map(found.value);
    for (const key of missing) next.set(`${collection}\n${key}`, null);
    for (const record of records) {
      next.set(`${collection}\n${record.key}`, { record, label: labelOf(resource, record) });
    }
    found.value = next;
  } catch {
    // Without names the keys are shown.
  }
}

const SUGGESTED = 30;

/** Loads records that the user can choose from. */
export async function suggest(collection: string, search: string): Promise<readonly Named[]> {
  const resource = await loadResource(collection);
  const query = new URLSearchParams({ search, limit: String(SUGGESTED) });
  const { records } = await plane<RecordPage>(`state/${encodeURIComponent(collection)}?${query}`);
  return records.map((record) => ({ record, label: labelOf(resource, record) }));
}

/** The readable name of a record: its name or title, else its first text, else its id. */
function labelOf({ properties, id }: Resource, { key, value }: KeptRecord): string {
  const texts = properties.filter(({ name }) => typeof value[name] === "string" && name !== id?.[0]);
  const named = texts.filter(({ name }) => nameRank(name) !== undefined);
  const [best] = named.sort((a, b) => (nameRank(a.name) ?? 0) - (nameRank(b.name) ?? 0));
  const { name } = best ?? texts.find(({ format }) => !format) ?? { name: "" };
  const text = value[name];
  return typeof text === "string" && text !== "" ? text : key;
}
