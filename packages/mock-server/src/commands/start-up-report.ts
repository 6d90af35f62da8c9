import { plainText } from "@onespec/command-line";
import type { ApiDescription, ListConvention, Operation, Role, SecurityScheme } from "@onespec/spec-core";
import { createColors } from "picocolors";
import type { MockOptions } from "../config/mock-options.js";
import { CONTROL_PATH, OAUTH_PATH } from "../control/control-path.js";
import type { HandlerFolder } from "../features/handlers/handler-folder.js";
import type { IgnoredParameters } from "../features/ignored-parameters/ignored-parameters.js";
import { operationsWithTokens } from "../features/oauth/token-store.js";
import { shownPath } from "../modules/shown-path.js";
import type { UnappliedSeeds } from "../seed/given/find-unapplied-seeds.js";
import type { MockSummary, ResourceSummary } from "../state/mock-summary.js";
import { countText } from "./reports.js";

/** The address that a server listens on. */
export interface Place {
  /** `http://localhost:3000`. */
  readonly url: string;
  /** Set when it can be reached from other machines. */
  readonly openHost: string | undefined;
}

/** Facts about a server that has started. */
export interface StartUpFacts {
  readonly url: string;
  readonly api: ApiDescription;
  readonly options: Pick<MockOptions, "auth" | "credentials" | "basePath">;
  readonly summary: MockSummary;
  /** The data directory or the database. `undefined`: in memory only. */
  readonly place: string | undefined;
  /** File of the https certificate that the server created. */
  readonly certificate: string | undefined;
  /** Resources that have other records than their seeds. */
  readonly unapplied: readonly UnappliedSeeds[];
  /** The real server that requests are passed on to. */
  readonly upstream: string | undefined;
  /** Number of operations that are mocked although there is an upstream. */
  readonly mocked: number;
  /** Declared query parameters of lists that have no effect. */
  readonly ignored: readonly IgnoredParameters[];
  readonly handlers: Pick<HandlerFolder, "folder" | "ids"> | undefined;
  /** Operations with `x-mock`, in the description or in the config file. */
  readonly extended: readonly string[];
  /** Time from the start of the process, in milliseconds. */
  readonly readyMs: number;
}

/** A table up to this many rows is printed whole. A longer one is cut after `BEGINNING` rows. */
const WHOLE_TABLE = 24;
const BEGINNING = 10;

/** Longest title and version, in characters, so that they fit into two lines. */
const LONGEST_NAME = 200;

/** Title and address. They are printed at once, since the other facts of a large description take longer. */
export function formatAddress({ title, version, openapi }: ApiDescription, place: Place, color: boolean): string {
  const colors = createColors(color);
  const open =
    place.openHost === undefined ? "" : `, open to other machines (${place.openHost}); --host 127.0.0.1 closes it`;
  return [
    `${colors.bold(plainText(`${title} ${version}`.slice(0, LONGEST_NAME)))}  ${colors.dim(specificationName(openapi))}`,
    `Address  ${colors.bold(place.url)}${open}`,
    "",
  ].join("\n");
}

/** The other facts about a server that has just started, and calls to paste. */
export function formatStartUp(facts: StartUpFacts, color: boolean): string {
  const { url, api, options, summary, place, certificate, upstream, mocked, handlers, extended } = facts;
  const colors = createColors(color);
  const { operations, skipped, resources } = summary;
  const isMocked = upstream === undefined || mocked > 0;
  const facets: readonly (readonly [label: string, text: string | undefined])[] = [
    ["Forwards", upstream && `to ${plainText(upstream)}${mockedText(mocked)}`],
    [
      "Data",
      isMocked ? `${place === undefined ? "in memory only" : plainText(place)}, ${recordsText(resources)}` : undefined,
    ],
    ["Seeds", isMocked ? unappliedText(facts.unapplied) : undefined],
    ["Handlers", handlers && `${plainText(shownPath(handlers.folder))}: ${namesText(handlers.ids) || "no file"}`],
    ["x-mock", namesText(extended) || undefined],
    ["Ignored", ignoredText(facts.ignored)],
    ["Console", `${url}${CONTROL_PATH}/`],
    ["Trust", certificate && `its certificate: NODE_EXTRA_CA_CERTS=${plainText(shownPath(certificate))}`],
    ["Auth", authText(api, options, url)],
    ["Ready", `in ${Math.round(facts.readyMs)} ms; Ctrl-C stops it`],
  ];
  const calls = tryIt(operations, url + options.basePath, options.auth === "off" ? undefined : api.securitySchemes);
  const blocks = [
    "",
    indent(operationLine(operations)),
    ...(skipped.length === 0 ? [] : [indent(`${countText(skipped.length, "broken operation")} skipped`)]),
    ...(isMocked ? resourceTable(resources) : []).map((line, index) => indent(index === 1 ? colors.dim(line) : line)),
    "",
    ...facets.flatMap(([label, text]) => (text === undefined ? [] : [`${label.padEnd(8)} ${text}`])),
    "",
    ...calls.map((line) => indent(colors.cyan(plainText(line)))),
  ];
  return `${blocks.join("\n").trimEnd()}\n`;
}

/** `of plants are not used: it has 10 records; reset with POST /__mock/reset`. */
function unappliedText(unapplied: readonly UnappliedSeeds[]): string | undefined {
  const [first, ...others] = unapplied;
  if (!first) return undefined;
  const names = unapplied.map(({ resource }) => resource).join(", ");
  const present = others.length > 0 ? "they have other records" : `it has ${countText(first.records, "record")}`;
  return `of ${names} are not used: ${present}; reset with POST ${CONTROL_PATH}/reset`;
}

/**
 * Names the parameters without effect: `listBookings: from has no effect; a handler can give it one`. If there are
 * many, gives only their number.
 */
export function ignoredText(ignored: readonly IgnoredParameters[]): string | undefined {
  const [first, ...others] = ignored.map(({ operation, names }) => `${operation}: ${names.join(", ")}`);
  if (first === undefined) return undefined;
  const count = ignored.reduce((sum, { names }) => sum + names.length, 0);
  const [verb, pronoun] = count === 1 ? ["has", "it"] : ["have", "them"];
  const shown = clipEnd(plainText(first), 60);
  if (others.length === 0) return `${shown} ${verb} no effect; a handler can give ${pronoun} one`;
  return `${count} parameters of ${countText(ignored.length, "list")} have no effect (${shown}, …); --explain shows them`;
}

/** At most this many names are shown on a line, followed by the number of further ones. */
const SHOWN_NAMES = 8;

function namesText(names: readonly string[]): string {
  const more = names.length - SHOWN_NAMES;
  const shown = names.slice(0, SHOWN_NAMES).map((name) => clipEnd(plainText(name), 40));
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function mockedText(mocked: number): string {
  return mocked === 0 ? "" : `, but for ${countText(mocked, "mocked operation")}`;
}

/** Names the required credentials and where the accepted ones are listed. */
function authText(
  api: ApiDescription,
  { auth, credentials }: StartUpFacts["options"],
  url: string,
): string | undefined {
  if (auth === "off") return undefined;
  if (auth === "shape") return "any credentials of the right form";
  const file = typeof credentials === "string" ? plainText(shownPath(credentials)) : "the config file";
  const places = [
    ...(credentials === undefined ? [] : [file]),
    ...(operationsWithTokens(api).length > 0 ? [`${url}${OAUTH_PATH}/token`] : []),
  ];
  if (places.length === 0) return "only tokens that a login of this mock answered; --credentials lists others";
  return `credentials of ${places.join(", or tokens of ")}`;
}

/** `27 operations: 5 list, 5 create, 1 action`. */
function operationLine(operations: readonly Operation[]): string {
  const counts = new Map<string, number>();
  for (const { role } of operations) counts.set(roleName(role), (counts.get(roleName(role)) ?? 0) + 1);
  const parts = ROLE_ORDER.flatMap((name) => (counts.has(name) ? [`${counts.get(name)} ${name}`] : []));
  return `${countText(operations.length, "operation")}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`;
}

const ROLE_ORDER = [
  "list",
  "create",
  "read",
  "replace",
  "update",
  "delete",
  "view",
  "action",
  "singleton",
  "other",
] as const;

function roleName(role: Role): (typeof ROLE_ORDER)[number] {
  return role.kind === "operation" ? "other" : role.kind;
}

function resourceTable(resources: readonly ResourceSummary[]): string[] {
  if (resources.length === 0) return [];
  const shown = resources.length <= WHOLE_TABLE ? resources : resources.slice(0, BEGINNING);
  const rows = shown.map(({ resource, idProperty, idType, records }) => [
    clipStart(plainText(resource.collectionPath), 48),
    clipEnd(plainText(`${idProperty ?? `{${resource.id.parameter ?? ""}}`} ${idType}`), 32),
    String(records),
    listText(resource.list),
  ]);
  const lines = alignColumns([["resource", "id", "records", "list"], ...rows], [2]);
  const more = resources.length - shown.length;
  return ["", ...lines, ...(more > 0 ? [`… and ${more} more`] : [])];
}

/** Resources that share their records are counted once. */
function recordsText(resources: readonly ResourceSummary[]): string {
  const byState = new Map(resources.map(({ resource, records }) => [resource.stateKey, records]));
  return countText(
    [...byState.values()].reduce((sum, records) => sum + records, 0),
    "record",
  );
}

/** The form of a list and its parameters: `in data; page, limit, sort, q, 3 filters`. */
function listText(list: ListConvention | undefined): string {
  if (list === undefined) return "-";
  const shape = list.shape.kind === "array" ? "array" : `in ${list.shape.itemsAt.join(".")}`;
  const filters = list.filters.length;
  const names = [
    list.page?.parameter.name,
    list.offset?.name,
    list.cursor?.after?.name,
    list.cursor?.before?.name,
    list.limit?.name,
    list.sort?.parameter.name,
    list.search?.name,
    list.fields?.name,
    list.expand?.name,
    ...list.wrapped.map(({ parameter }) => parameter.name),
    filters === 0 ? undefined : countText(filters, "filter"),
  ].filter((name) => name !== undefined);
  return clipEnd(plainText([shape, ...(names.length === 0 ? [] : [names.join(", ")])].join("; ")), 80);
}

function alignColumns(rows: readonly (readonly string[])[], rightAligned: readonly number[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return rightAligned.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
}

function specificationName(version: string): string {
  return `${version.startsWith("2") ? "Swagger" : "OpenAPI"} ${plainText(version)}`;
}

function clipEnd(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** Cuts the beginning of a long path, because its end is more telling. */
function clipStart(text: string, width: number): string {
  return text.length <= width ? text : `…${text.slice(1 - width)}`;
}

function indent(line: string): string {
  return line === "" ? "" : `  ${line}`;
}

const MAX_BODY = 300;

/**
 * Calls to paste into a shell: one that reads and, if the description has an example body, one that creates. Only
 * operations without other required parameters are used. Bodies are not generated: loading the sampler would delay the
 * first request.
 */
function tryIt(operations: readonly Operation[], url: string, schemes: Schemes | undefined): string[] {
  const read = findReadable(operations);
  const lines = read === undefined ? [] : [curl(read, url + readPath(read), schemes)];
  for (const operation of operations) {
    if (operation.role.kind !== "create" || !isOpen(operation)) continue;
    const body = exampleBody(operation);
    if (body === undefined) continue;
    const call = curl(operation, url + operation.path, schemes);
    lines.push(`${call} -H 'content-type: application/json' -d ${shellText(body)}`);
    break;
  }
  return lines;
}

type Schemes = ApiDescription["securitySchemes"];

/**
 * A curl call with placeholders for credentials. @param schemes the description's security schemes, if credentials are
 * required
 */
function curl({ security }: Operation, url: string, schemes: Schemes | undefined): string {
  const [wanted = []] = security;
  const isOpen = security.some((alternative) => alternative.length === 0);
  const asked = schemes && !isOpen ? wanted.flatMap(({ scheme }) => schemes.get(scheme) ?? []) : [];
  const inQuery = asked.flatMap((scheme) =>
    scheme.type === "apiKey" && scheme.in === "query" ? [`${encodeURIComponent(scheme.name)}=KEY`] : [],
  );
  const address = inQuery.length === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${inQuery.join("&")}`;
  return ["curl", shellText(address), ...asked.flatMap(credentialFlags)].join(" ");
}

/** The curl flags that send a credential. Empty if it belongs in the query. */
function credentialFlags(scheme: SecurityScheme): string[] {
  switch (scheme.type) {
    case "apiKey":
      if (scheme.in === "query") return [];
      return ["-H", shellText(scheme.in === "cookie" ? `cookie: ${scheme.name}=KEY` : `${scheme.name}: KEY`)];
    case "http": {
      const name = scheme.scheme.toLowerCase();
      if (name === "basic" || name === "digest")
        return [...(name === "digest" ? ["--digest"] : []), "-u USER:PASSWORD"];
      return [
        "-H",
        shellText(name === "bearer" ? "authorization: Bearer TOKEN" : `authorization: ${scheme.scheme} TOKEN`),
      ];
    }
    case "oauth2":
    case "openIdConnect":
      return ["-H", shellText("authorization: Bearer TOKEN")];
    case "mutualTLS":
      return [];
  }
}

function findReadable(operations: readonly Operation[]): Operation | undefined {
  for (const kind of READABLE) {
    const found = operations.find((operation) => {
      return operation.method === "get" && operation.role.kind === kind && isOpen(operation);
    });
    if (found) return found;
  }
  return undefined;
}

/** Roles of operations worth reading first, best first. */
const READABLE = ["list", "view", "singleton", "operation"] as const;

/** True if it needs no value but the body. */
function isOpen({ path, parameters }: Operation): boolean {
  return !path.includes("{") && parameters.every((parameter) => !parameter.required);
}

function readPath({ role, path }: Operation): string {
  const limit = role.kind === "list" || role.kind === "view" ? role.list.limit : undefined;
  return limit?.in === "query" ? `${path}?${encodeURIComponent(limit.name)}=2` : path;
}

function exampleBody({ requestBody }: Operation): string | undefined {
  const content = requestBody?.content.find(({ type }) => type === "application/json");
  const value = content?.examples[0]?.value;
  if (typeof value !== "object" || value === null) return undefined;
  const text = JSON.stringify(value);
  return text.length <= MAX_BODY ? text : undefined;
}

function shellText(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
