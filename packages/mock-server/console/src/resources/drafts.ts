import { signal } from "@preact/signals";
import { session } from "../state/session.js";
import type { JsonRecord } from "./model.js";

/** Unsaved changes of a record. */
export interface Draft {
  /** The record when it was opened. For a new record, the sample. */
  readonly base: JsonRecord;
  readonly tag: string;
  readonly value: JsonRecord;
  /** Parents of a new record. */
  readonly scope?: readonly string[];
}

const KEY = "mock-console-drafts";

/** Drafts by session and place. They are stored for this tab, and survive Back and reloads. */
const drafts = signal<Readonly<Record<string, Draft>>>(stored());

/** @param place collection, parents and key; for a new record only the collection */
export function draftOf(place: readonly string[]): Draft | undefined {
  return drafts.value[nameOf(place)];
}

/** Stores a draft; `undefined` discards it. */
export function keepDraft(place: readonly string[], draft: Draft | undefined): void {
  const { [nameOf(place)]: _, ...others } = drafts.value;
  drafts.value = draft ? { ...others, [nameOf(place)]: draft } : others;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts.value));
  } catch {
    // The storage is full. The drafts then last only until a reload.
  }
}

/** The places of a collection that have drafts. */
export function draftPlaces(collection: string): readonly (readonly string[])[] {
  return Object.keys(drafts.value).flatMap((name) => {
    const [owner, ...place] = JSON.parse(name) as readonly string[];
    return owner === session.value && place[0] === collection ? [place] : [];
  });
}

function nameOf(place: readonly string[]): string {
  return JSON.stringify([session.value, ...place]);
}

function stored(): Readonly<Record<string, Draft>> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Readonly<Record<string, Draft>>;
  } catch {
    return {};
  }
}
