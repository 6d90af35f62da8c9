import type { RawOperation } from "../description/raw-operation.js";
import { pathPattern, shapeOf } from "../description/raw-pair.js";
import type { Reply } from "./api-client.js";
import { excerpt } from "./check-reply.js";
import { addFinding, type CheckRun } from "./check-run.js";
import type { Fault } from "./finding.js";
import { fillPath } from "./path-values.js";

const STYLE = "full";
/** Used only on a server with disposable data. */
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"] as const;

/**
 * Methods that the description does not declare for a path must be rejected, and must not make the server fail. On a
 * disposable server tries all methods. Otherwise tries only `OPTIONS`, which changes nothing.
 */
export async function runUndeclared(run: CheckRun, operation: RawOperation): Promise<void> {
  const filled = await fillPath(run, { ...operation, method: "OPTIONS" }, STYLE);
  if (typeof filled === "string") return;
  const { headers = {} } = run.credentials.partsFor(operation) ?? {};
  const declared = methodsOf(run, operation, filled.path);
  const others = run.isDisposable ? METHODS.filter((method) => !declared.has(method)) : [];
  for (const method of [...(declared.has("OPTIONS") ? [] : ["OPTIONS"]), ...others]) {
    const request = { method, target: `${run.basePath(STYLE)}${filled.path}`, headers, body: undefined };
    const reply = await run.client.send(request).catch(() => undefined);
    if (reply === undefined) return;
    for (const fault of faultsOf(run, operation, method, reply)) addFinding(run, operation, "invalid", STYLE, fault);
  }
}

/** The methods of all paths in the description that match the path: `/users/me` also matches `/users/{id}`. */
function methodsOf(run: CheckRun, { path }: RawOperation, filled: string): ReadonlySet<string> {
  // Some descriptions use a query or a fragment to give one path several operations.
  const plain = (whole: string): string => whole.replace(/[?#].*/, "");
  const isMeant = (other: string): boolean =>
    shapeOf(plain(other)) === shapeOf(plain(path)) || new RegExp(`^${pathPattern(plain(other))}`).test(plain(filled));
  return new Set(run.declared.filter((other) => isMeant(other.path)).map(({ method }) => method));
}

function faultsOf(run: CheckRun, { path }: RawOperation, method: string, reply: Reply): Fault[] {
  const { status } = reply;
  const said = `${method}, which is not documented: ${status} ${excerpt(reply)}`;
  if (status >= 500 && status !== 501)
    return [{ rule: "server-error", aspect: `${method} ${status}`, details: [said] }];
  if (status < 300 && method !== "OPTIONS")
    return [{ rule: "method-undocumented", aspect: method, cause: "method", details: [said] }];
  // RFC 9110, sections 9.3.7 and 15.5.6.
  const isTold = method === "OPTIONS" && status < 300 && reply.headers.allow !== undefined;
  if (status !== 405 && !isTold) return [];
  const allowed = String(reply.headers.allow ?? "")
    .toUpperCase()
    .split(/,\s*/);
  const declared = run.declared.filter((each) => each.path === path).map((each) => each.method);
  const missing = declared.filter((name) => !allowed.includes(name));
  const others = allowed.filter((name) => name !== "" && !declared.includes(name) && !OWN_METHODS.has(name));
  const shown = `${method}: ${status}, Allow: ${reply.headers.allow ?? "(absent)"}`;
  const faults: Fault[] = [];
  if (missing.length > 0)
    faults.push({ rule: "allow-incomplete", cause: "allow", details: [`${shown}, which lacks ${missing.join(", ")}`] });
  if (others.length > 0)
    faults.push({
      rule: "allow-undocumented",
      cause: "allow",
      details: [`${shown}: ${others.join(", ")} not documented`],
    });
  return faults;
}

/** Servers answer them by themselves. */
const OWN_METHODS = new Set(["HEAD", "OPTIONS"]);
