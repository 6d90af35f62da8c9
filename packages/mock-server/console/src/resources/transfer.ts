import { plane } from "../state/plane.js";
import type { JsonRecord, KeptRecord, Property, RecordPage, Resource } from "./model.js";

export type Format = "json" | "csv";

/** Number of records in one request. */
const PAGE = 1000;
const CHUNK = 500;
/** Prefix of the columns of a CSV file that have the parents of nested records. */
const PARENT = "@";

/** All records that a query matches, as the text of a file. */
export async function exportText(resource: Resource, query: URLSearchParams, format: Format): Promise<string> {
  const records: KeptRecord[] = [];
  for (;;) {
    const asked = new URLSearchParams(query);
    asked.set("offset", String(records.length));
    asked.set("limit", String(PAGE));
    const page = await plane<RecordPage>(`state/${encodeURIComponent(resource.name)}?${asked}`);
    records.push(...page.records);
    if (page.records.length < PAGE) break;
  }
  const isBelow = resource.parents.length > 0;
  if (format === "json") {
    return JSON.stringify(
      isBelow ? records.map(({ scope, value }) => ({ scope, value })) : records.map(({ value }) => value),
      null,
      2,
    );
  }
  const { default: csv } = await import("papaparse");
  const rows = records.map(({ scope, value }) => ({
    ...Object.fromEntries(
      resource.parents.map(({ parameter }, index) => [`${PARENT}${parameter}`, scope[index] ?? ""]),
    ),
    ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cellOf(one)])),
  }));
  const columns = [...new Set([...rows.slice(0, 1), ...rows].flatMap((row) => Object.keys(row)))];
  // A spreadsheet would run a cell that begins like a formula, so such cells are escaped.
  return csv.unparse(rows, { columns, escapeFormulae: true });
}

export interface Imported {
  readonly created: number;
  readonly replaced: number;
  readonly failed: number;
  readonly failures: readonly {
    readonly index: number;
    readonly details: readonly { readonly path?: string; readonly message: string }[];
  }[];
}

interface Row {
  readonly scope: readonly string[];
  readonly value: JsonRecord;
}

/** Reads a file of records. @throws Error with the reason if it cannot be read */
export async function readRecords(
  resource: Resource,
  text: string,
  format: Format,
  scope: readonly string[],
): Promise<readonly Row[]> {
  return format === "csv" ? readCsv(resource, text, scope) : readJsonRows(text, scope);
}

/** Imports records in several small requests, so that large files work, too. */
export async function importRecords(resource: Resource, rows: readonly Row[], replace: boolean): Promise<Imported> {
  let sum: Imported = { created: 0, replaced: 0, failed: 0, failures: [] };
  for (let at = 0; at < rows.length; at += CHUNK) {
    const body = { records: rows.slice(at, at + CHUNK), replace };
    const part = await plane<Imported>(`import/${encodeURIComponent(resource.name)}`, { method: "POST", body });
    sum = {
      created: sum.created + part.created,
      replaced: sum.replaced + part.replaced,
      failed: sum.failed + part.failed,
      failures: [...sum.failures, ...part.failures.map((one) => ({ ...one, index: one.index + at }))],
    };
  }
  return sum;
}

function readJsonRows(text: string, scope: readonly string[]): readonly Row[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new Error("The file must hold a JSON array of records");
  return value.map((one: unknown, index): Row => {
    if (!isRecord(one)) throw new Error(`Record ${index + 1} of the file is not a JSON object`);
    const isRow = Array.isArray(one.scope) && isRecord(one.value) && Object.keys(one).length === 2;
    return isRow
      ? { scope: (one.scope as unknown[]).map(String), value: one.value as JsonRecord }
      : { scope, value: one };
  });
}

async function readCsv(resource: Resource, text: string, scope: readonly string[]): Promise<readonly Row[]> {
  const { default: csv } = await import("papaparse");
  const { data, errors } = csv.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  const [wrong] = errors.filter(({ code }) => code !== "UndetectableDelimiter");
  if (wrong) throw new Error(`${wrong.message}${wrong.row === undefined ? "" : ` in row ${wrong.row + 2}`}`);
  const byName = new Map(resource.properties.map((property) => [property.name, property]));
  return data.map((row): Row => {
    const parents = resource.parents.map(({ parameter }, index) => row[`${PARENT}${parameter}`] ?? scope[index] ?? "");
    const entries = Object.entries(row).flatMap(([name, cell]): [string, unknown][] => {
      if (name.startsWith(PARENT)) return [];
      const value = valueOfCell(cell, byName.get(name));
      return value === undefined ? [] : [[name, value]];
    });
    return { scope: parents, value: Object.fromEntries(entries) };
  });
}

/** The cell of a value. Nested values become JSON, and missing values an empty cell. */
function cellOf(value: unknown): unknown {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : value;
}

function valueOfCell(cell: string, property: Property | undefined): unknown {
  const types = property?.types ?? [];
  if (cell === "")
    return types.includes("null") ? null : property?.required && types.includes("string") ? "" : undefined;
  const text = /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
  if (types.includes("object") || types.includes("array") || property === undefined) {
    const found = parsed(text);
    if (property !== undefined || typeof found !== "undefined") return found ?? text;
    return text;
  }
  if (types.includes("boolean") && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  const isNumber = types.includes("integer") || types.includes("number");
  if (isNumber && Number.isFinite(Number(text))) return Number(text);
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
