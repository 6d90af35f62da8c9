import { randomUUID } from "node:crypto";
import type { SchemaRegistry } from "@onespec/spec-core";
import type { BodyPlan } from "../model/body-plan.js";
import type { Awaitable } from "../model/message.js";
import { smallestFile } from "./binary-files.js";
import { eventText } from "./item-text.js";
import { xmlText } from "./xml-text.js";

/** Encodes a value in a media type. Only XML is asynchronous, since its library is loaded at first use. */
export function encodeBody(schemas: SchemaRegistry, plan: BodyPlan, value: unknown): Awaitable<string | Uint8Array> {
  switch (plan.kind) {
    case "json":
      return jsonText(value);
    case "json-lines": {
      const lines = (Array.isArray(value) ? value : [value]).map((item) => jsonText(item));
      const start = plan.type.endsWith("json-seq") ? "\u001e" : "";
      return lines.map((line) => `${start}${line}\n`).join("");
    }
    case "events":
      return eventText(value);
    case "xml":
      return typeof value === "string" ? value : xmlText(schemas, plan.schema?.json ?? true, value);
    case "form":
      return new URLSearchParams(
        Object.entries(asObject(value)).flatMap(([name, field]) =>
          (isFlatList(field) ? field : [field]).map((item): [string, string] => [name, plainText(item)]),
        ),
      ).toString();
    case "csv":
      return typeof value === "string" ? value : csvText(value, plan.type === "text/csv" ? "," : "\t");
    case "text":
      return plainText(value);
    case "binary":
      return smallestFile(plan.type) ?? Buffer.from(plainText(value), "latin1");
  }
}

function csvText(value: unknown, delimiter: string): string {
  const rows = (Array.isArray(value) ? value : [value]).map(asObject);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (field: unknown): string => {
    const text = field === undefined || field === null ? "" : plainText(field);
    return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [names.map(cell), ...rows.map((row) => names.map((name) => cell(row[name])))]
    .map((cells) => `${cells.join(delimiter)}\r\n`)
    .join("");
}

function plainText(value: unknown): string {
  return typeof value === "string" ? value : jsonText(value);
}

/** Items of a list become fields with the same name (OpenAPI 3.1, "Encoding Object"). Deeper values become JSON. */
function isFlatList(field: unknown): field is readonly unknown[] {
  return Array.isArray(field) && field.length > 0 && field.every((item) => typeof item !== "object");
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** A random prefix. Clients cannot know it, so no other text begins with it. */
const MARK = `bigint ${randomUUID()} `;
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, "g");

/** Writes JSON. Bigints are written as numbers with all digits. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    if (!(error instanceof TypeError) || !/BigInt/i.test(error.message)) throw error;
    const marked = JSON.stringify(value, (_key, item) => (typeof item === "bigint" ? `${MARK}${item}` : item));
    return marked.replace(MARKED, "$1");
  }
}
