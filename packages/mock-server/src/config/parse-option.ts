import { fileURLToPath } from "node:url";
import { StoreError } from "../store/store-error.js";
import type { MockOptions } from "./mock-options.js";

/** True for an absolute `http:` or `https:` address. */
export function isHttpUrl(text: unknown): text is string {
  return typeof text === "string" && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** `/api` for `api`, `/api/` and `/api`; `""` for `/`; `undefined` for anything that is not a path. */
export function parseBasePath(text: string): string | undefined {
  if (text.trim() === "" || /[\s?#]|:\/\//.test(text)) return undefined;
  // Git Bash turns /api into C:/Program Files/Git/api.
  if (/^[a-z]:|\\/i.test(text)) return undefined;
  const segments = text.split("/").filter((segment) => segment !== "");
  return segments.length === 0 ? "" : `/${segments.join("/")}`;
}

/** Milliseconds since 1970 of an RFC 3339 date-time or date (midnight in UTC); `undefined` for anything else. */
export function parseMoment(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/i.test(text)) return undefined;
  const moment = Date.parse(text);
  // `Date.parse` takes 31 February for 3 March.
  const day = text.slice(0, 10);
  const isDay = !Number.isNaN(moment) && new Date(Date.parse(day)).toISOString().startsWith(day);
  return isDay ? moment : undefined;
}

const UNITS: Readonly<Record<string, number>> = { "": 1, b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/** Bytes of `200mb`, `1.5 gb`, `65536`; units of 1024. `undefined` for anything else. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]?b)?$/i.exec(text.trim());
  const unit = UNITS[(match?.[2] ?? "").toLowerCase()];
  return match && unit !== undefined ? Math.floor(Number(match[1]) * unit) : undefined;
}

/** How long answers wait, in milliseconds. */
export interface DelayRange {
  readonly min: number;
  readonly max: number;
}

/** Parses `250` or `100-500`, in milliseconds. `undefined` for anything else. */
export function parseDelay(text: string): DelayRange | undefined {
  const [, from = "", to = from] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text.trim()) ?? [];
  if (from === "" || Number(to) < Number(from)) return undefined;
  return { min: Number(from), max: Number(to) };
}

/** The meaning of `store`, as the other options. */
export type StorePlace = Pick<MockOptions, "store" | "memory"> & Partial<Pick<MockOptions, "dataDir">>;

/** `postgres://...`, `memory:`, or a folder as path or `file:` URL. @throws StoreError `STORE_URL_INVALID` */
export function parseStore(text: string): StorePlace {
  // A single letter with a colon is a Windows drive, so a scheme has at least two letters.
  const [, scheme] = /^([a-z][a-z\d+.-]+):/i.exec(text) ?? [];
  switch (scheme?.toLowerCase()) {
    case "postgres":
    case "postgresql":
      return { store: text, memory: false };
    case "memory":
      return { store: undefined, memory: true };
    case "file":
      return { store: undefined, memory: false, dataDir: fileOf(text) };
    case undefined:
      return { store: undefined, memory: false, dataDir: text };
    default:
      throw invalid(`There is no store for ${scheme}: addresses.`);
  }
}

function fileOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw invalid("The file: address of the store names no folder of this machine.");
  }
}

/** The message leaves out the address, which may include a password. */
function invalid(message: string): StoreError {
  const hint = "The state can live in postgres://user@host/database, in memory:, or in a folder.";
  return new StoreError("STORE_URL_INVALID", message, { hint });
}
