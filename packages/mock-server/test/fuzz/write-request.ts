import { gzipSync } from "node:zlib";
import { type ApiDescription, type Operation, type Parameter, sampleSchema } from "@onespec/spec-core";
import type { Random } from "../../../contract-check/src/request/random.js";
import {
  HOSTILE_HEADERS,
  HOSTILE_TEXT_BODIES,
  HOSTILE_TEXTS,
  HOSTILE_TYPES,
  HOSTILE_VALUES,
} from "./hostile-values.js";
import { jsonPatchBody } from "./json-patch-body.js";
import { tamePlaneBody } from "./plane-request.js";
import { HOSTILE_XML, xmlBody } from "./xml-body.js";

/** A request as bytes. */
export interface WrittenRequest {
  readonly method: string;
  readonly target: string;
  readonly head: string;
  readonly body: Buffer;
  /** Bytes of the body after which the connection is cut; `undefined`: it is not. */
  readonly cutAfter: number | undefined;
  /** The status that it asks for itself, by `Prefer` or `__code`. */
  readonly asksForStatus: boolean;
  /** It asks for a wrong thing on the level of HTTP itself: any 4xx, or a closed connection, is an answer. */
  readonly isBroken: boolean;
}

/**
 * Writes request number n of a description: what the operation takes, with things in it that nobody expects.
 * @param plane the description of the control plane, to which a share of the requests go
 */
export function writeRequest(served: ApiDescription, random: Random, plane?: ApiDescription): WrittenRequest {
  const one = <T>(values: readonly T[]): T => values[random.below(values.length)] as T;
  const chance = (share: number): boolean => random.below(1_000) < share * 1_000;
  const isPlane = plane !== undefined && chance(0.08);
  const api = isPlane ? plane : served;
  const operation = api.operations[random.below(api.operations.length)];
  if (!operation) throw new Error("A description without operations cannot be fuzzed.");
  const method = chance(0.04) ? one(METHODS) : operation.method.toUpperCase();
  const headers: [string, string][] = [];
  const base = one(api.servers.length > 0 ? api.servers.map(({ url }) => pathOf(url)) : [""]);
  const target = `${isPlane ? "/__mock" : chance(0.2) ? base : ""}${writePath(api, operation, one, chance)}${writeQuery(api, operation, one, chance)}`;
  for (const parameter of operation.parameters) {
    if (parameter.in === "header") headers.push([parameter.name, headerText(valueFor(api, parameter, one, chance))]);
    else if (parameter.in === "cookie")
      headers.push(["Cookie", `${parameter.name}=${headerText(valueFor(api, parameter, one, chance))}`]);
  }
  while (chance(0.3)) headers.push([...one(HOSTILE_HEADERS)]);
  // More of them than may be kept.
  if (chance(0.05)) headers.push(["Mock-Session", `s${random.below(300)}`]);
  if (chance(0.05)) headers.push(["Idempotency-Key", `k${random.below(1_000_000)}`]);
  const asksForStatus = chance(0.02);
  if (asksForStatus) headers.push(["Prefer", `code=${one(["200", "404", "500", "503", "999", "-1", "__proto__"])}`]);
  const tame = (value: unknown): unknown =>
    isPlane ? tamePlaneBody(target, served, value, random.below(1_000_000)) : value;
  const body = writeBody(api, operation, { headers, tame }, one, chance);
  const isChunked = body.length > 0 && chance(0.15);
  const isBroken = headers.some(([name]) => /^(?:expect|connection|host|content-encoding|upgrade)$/i.test(name));
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (!headers.some(([name]) => name === "Host")) lines.push("Host: 127.0.0.1");
  if (isChunked) lines.push("Transfer-Encoding: chunked");
  else if (body.length > 0 || method === "POST") lines.push(`Content-Length: ${body.length}`);
  const sent = isChunked ? chunked(body, 1 + random.below(body.length)) : body;
  return {
    method,
    target,
    head: `${lines.join("\r\n")}\r\n\r\n`,
    body: sent,
    cutAfter: sent.length > 0 && chance(0.01) ? random.below(sent.length) : undefined,
    // More sessions than there may be are 503.
    asksForStatus: asksForStatus || headers.some(([name]) => name.toLowerCase() === "mock-session"),
    isBroken,
  };
}

const METHODS = ["GET", "HEAD", "OPTIONS", "TRACE", "DELETE", "PATCH", "PUT", "POST", "QUERY", "PROPFIND", "M-SEARCH"];

type One = <T>(values: readonly T[]) => T;
type Chance = (share: number) => boolean;

function pathOf(url: string): string {
  return URL.canParse(url, "http://mock.test") ? new URL(url, "http://mock.test").pathname.replace(/\/$/, "") : "";
}

function writePath(api: ApiDescription, operation: Operation, one: One, chance: Chance): string {
  if (chance(0.03))
    return one(["/", "//", "/%2e%2e/%2e%2e", "/__mock/../x", `/${"a/".repeat(3_000)}`, "/%", "/__mock/state%00"]);
  const path = operation.path.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((known) => known.in === "path" && known.name === name);
    const text = chance(0.3)
      ? one(["1", "2", "3"])
      : textOf(parameter ? valueFor(api, parameter, one, chance) : one(HOSTILE_TEXTS));
    return encode(text) || "1";
  });
  // A fragment belongs to no request, and what stands raw in a template may be no text of a URL.
  return path.replace(/[^!-~]|#/g, (text) => encode(text));
}

function writeQuery(api: ApiDescription, operation: Operation, one: One, chance: Chance): string {
  const pairs: string[] = [];
  for (const parameter of operation.parameters) {
    if (parameter.in !== "query" || chance(0.4)) continue;
    const value = valueFor(api, parameter, one, chance);
    const name = encode(parameter.name);
    if (Array.isArray(value) && chance(0.7)) pairs.push(...value.map((item) => `${name}=${encode(textOf(item))}`));
    else if (typeof value === "object" && value !== null && chance(0.7))
      pairs.push(...Object.entries(value).map(([key, item]) => `${name}[${encode(key)}]=${encode(textOf(item))}`));
    else pairs.push(`${name}=${encode(textOf(value))}`);
    if (chance(0.05)) pairs.push(`${name}[__proto__][polluted]=1`, `${name}[]=1`, `${name}[constructor]=2`);
  }
  if (chance(0.1)) pairs.push(`${one(MEANT)}=${encode(one(MEANT_VALUES))}`);
  if (chance(0.03)) pairs.push(...Array.from({ length: 300 }, (_, index) => `q${index}=${index}`));
  if (chance(0.03))
    pairs.push(one(["__proto__=1", "%ff=%ff", "=", "&&&", "a[[[[]=1", "__proto__[a]=1", "__dynamic=true"]));
  return pairs.length === 0 ? "" : `?${pairs.join("&").slice(0, 12_000)}`;
}

/** Parameters that servers act on, whether they are described or not. */
const MEANT = [
  ...[
    "expand",
    "include",
    "embed",
    "$expand",
    "_embed",
    "expand[]",
    "fields",
    "sort",
    "order",
    "_sort",
    "$orderby",
    "q",
  ],
  ...[
    "limit",
    "offset",
    "page",
    "page[size]",
    "per_page",
    "cursor",
    "starting_after",
    "filter[id]",
    "$filter",
    "search",
  ],
];
const MEANT_VALUES = [
  ...["*", "a.b.c.d.e.f.g", "a,".repeat(1_000), "__proto__", "-", "-id,+id", "id:desc", "1e9", "-1", "NaN", "0"],
  ...["99999999999999999999", "[[[[", "eyJ4IjoxfQ==", "%00", "(a(b(c(d)))", "data.".repeat(300), "\ud800", "true"],
];

function valueFor(api: ApiDescription, { schema }: Parameter, one: One, chance: Chance): unknown {
  if (chance(0.35)) return one(HOSTILE_TEXTS);
  if (chance(0.1)) return one(HOSTILE_VALUES);
  return sampled(api, schema, one);
}

function sampled(api: ApiDescription, schema: Parameter["schema"], one: One): unknown {
  // Few seeds, made once, as samples are dear and their variety is not what breaks a server.
  const made =
    samples.get(schema) ?? ["a", "b"].map((seed) => sampleSchema(api.schemas, schema, { seed, view: "request" }));
  samples.set(schema, made);
  const sample = one(made);
  return sample.ok ? sample.value : one(HOSTILE_VALUES);
}

const samples = new WeakMap<Parameter["schema"], readonly ReturnType<typeof sampleSchema>[]>();

interface BodyParts {
  readonly headers: [string, string][];
  readonly tame: (value: unknown) => unknown;
}

function writeBody(
  api: ApiDescription,
  operation: Operation,
  { headers, tame }: BodyParts,
  one: One,
  chance: Chance,
): Buffer {
  const documented = operation.requestBody?.content ?? [];
  if (documented.length === 0 && !chance(0.1)) return Buffer.of();
  const media = documented.length > 0 ? one(documented) : undefined;
  const type = media && !chance(0.1) ? media.type.replaceAll("*", "x") : one(HOSTILE_TYPES);
  if (operation.method === "patch" && chance(0.2)) {
    headers.push(["Content-Type", "application/json-patch+json"]);
    return Buffer.from(jsonPatchBody(media?.schema && sampled(api, media.schema, one), one));
  }
  const boundary = type.startsWith("multipart/") && !type.includes("boundary");
  headers.push(["Content-Type", boundary ? `${type}; boundary=b` : type]);
  if (!media?.schema || chance(0.15)) return Buffer.from(one(HOSTILE_TEXT_BODIES), chance(0.1) ? "utf16le" : "utf8");
  const sample = sampled(api, media.schema, one);
  const value = tame(chance(0.5) ? spoil(sample, one, chance) : sample);
  if (type.includes("xml")) return Buffer.from(chance(0.3) ? one(HOSTILE_XML) : xmlBody("item", value));
  if (type.startsWith("multipart/")) return formData(value, one, chance);
  if (type.includes("urlencoded")) return Buffer.from(formText(value));
  const text = typeof value === "string" && !type.includes("json") ? value : JSON.stringify(value ?? null);
  const cut = chance(0.04) ? text.slice(0, text.length >> 1) : text;
  if (!chance(0.03)) return Buffer.from(cut);
  headers.push(["Content-Encoding", "gzip"]);
  return gzipSync(cut);
}

/** The value with hostile ones in some of its places. */
function spoil(value: unknown, one: One, chance: Chance): unknown {
  if (chance(0.15)) return chance(0.5) ? one(HOSTILE_TEXTS) : one(HOSTILE_VALUES);
  if (Array.isArray(value)) return value.map((item) => spoil(item, one, chance));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, spoil(field, one, chance)] as const);
  if (chance(0.2)) fields.push([one(HOSTILE_TEXTS), one(HOSTILE_VALUES)]);
  return Object.fromEntries(fields.filter(() => !chance(0.05)));
}

function formText(value: unknown): string {
  if (typeof value !== "object" || value === null) return encode(textOf(value));
  return Object.entries(value)
    .map(([name, field]) => `${encode(name)}=${encode(textOf(field))}`)
    .join("&");
}

function formData(value: unknown, one: One, chance: Chance): Buffer {
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [["file", value] as const];
  const parts = fields.map(([name, field]) => {
    const quoted = String(name).replace(/["\r\n]/g, "_");
    const file = chance(0.4) ? `; filename="${one(HOSTILE_TEXTS).replace(/["\r\n]/g, "_")}"` : "";
    const type = chance(0.3) ? `Content-Type: ${one(HOSTILE_TYPES)}\r\n` : "";
    return `--b\r\nContent-Disposition: form-data; name="${quoted}"${file}\r\n${type}\r\n${textOf(field)}\r\n`;
  });
  return Buffer.from(`${parts.join("")}${chance(0.95) ? "--b--\r\n" : ""}`);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Lone surrogates go as the bytes that UTF-8 would have for them, which are no text. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("%EF%BF%BD", "%ED%A0%80").slice(0, 6_000);
}

/** Keeps only the bytes that a header may hold. Other bytes are tried on connections of their own. */
function headerText(value: unknown): string {
  const bytes = Buffer.from(textOf(value)).filter((byte) => byte >= 0x20 && byte !== 0x7f);
  return Buffer.from(bytes).toString("latin1").slice(0, 3_000);
}

function chunked(body: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let from = 0; from < body.length; from += size) {
    const chunk = body.subarray(from, from + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}
