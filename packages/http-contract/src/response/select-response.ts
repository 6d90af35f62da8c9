import type { Operation, OperationResponse, Role } from "@onespec/spec-core";

/** A status and its documented response. */
export interface SelectedResponse {
  readonly status: number;
  readonly response: OperationResponse | undefined;
}

/** The success response of an operation. docs/decisions/0002, "Status", has the rules. */
export function selectSuccess(operation: Operation): SelectedResponse {
  const { responses, role } = operation;
  const own = ownStatus(role);
  const exact = responses
    .filter(({ status }) => /^2\d\d$/.test(status))
    .sort((a, b) => Number(a.status) - Number(b.status));
  // "204: the branch does not exist, or has already been deleted" is not the answer to a successful delete.
  const usual = exact.filter(({ description = "" }) => !NOTHING_DONE.test(description));
  const choice = usual.length > 0 ? usual : exact;
  const best = choice.find(({ status }) => Number(status) === own) ?? choice[0];
  if (best) return { status: Number(best.status), response: best };
  const wide =
    responses.find(({ status }) => status === "2XX") ??
    responses.find(({ status }) => status === "default" && (isStored(role) || !documentsRedirect(responses)));
  if (wide?.content.length) return { status: withBody(own), response: wide };
  if (wide)
    return { status: wide.status === "2XX" && writes(operation) ? withoutBody(role, own) : own, response: wide };
  const redirect = responses.find(({ status }) => /^3\d\d$/.test(status));
  if (redirect) return { status: Number(redirect.status), response: redirect };
  // Older petstores document only errors for DELETE. Operations on stored records still answer with their usual status.
  if (isStored(role)) return { status: own, response: undefined };
  const stated = responses.length === 1 ? responses : responses.filter(({ status }) => !status.startsWith("5"));
  const [only] = stated;
  // `GET /status/404` exists to answer 404, and a path that documents 410 was removed for good.
  if (only && stated.length === 1 && (!writes(operation) || only.status === "410"))
    return { status: concreteStatus(only.status, own), response: only };
  const upgrade = responses.find(({ status }) => status.startsWith("1"));
  if (upgrade) return { status: concreteStatus(upgrade.status, own), response: upgrade };
  return { status: responses.length > 0 && writes(operation) ? withoutBody(role, own) : own, response: undefined };
}

const NOTHING_DONE = /\b(?:already|(?:does(?:n't| not)|no longer) exists?|not modified|unchanged|no changes?)\b/i;

/** A documented status that differs from the usual one, such as the 201 of a `PUT` that creates. */
export function selectDocumented(operation: Operation, status: number): SelectedResponse | undefined {
  const response = operation.responses.find((candidate) => candidate.status === String(status));
  return response && { status, response };
}

/** The documented response of an error status: itself, its range, or the default. */
export function selectError(operation: Operation, status: number): OperationResponse | undefined {
  const { responses } = operation;
  return (
    responses.find((response) => response.status === String(status)) ??
    responses.find((response) => response.status === `${String(status)[0]}XX`) ??
    responses.find((response) => response.status === "default")
  );
}

function ownStatus({ kind }: Role): number {
  return kind === "create" ? 201 : kind === "delete" ? 204 : 200;
}

function documentsRedirect(responses: Operation["responses"]): boolean {
  return responses.some(({ status }) => /^[13]\d\d$/.test(status));
}

function isStored({ kind }: Role): boolean {
  return kind !== "operation" && kind !== "singleton" && kind !== "action" && kind !== "view";
}

function withBody(status: number): number {
  return status === 204 ? 200 : status;
}

/** The status of a success without a body. It is 204, except for one new record, which has an address. */
function withoutBody(role: Role, status: number): number {
  return role.kind === "create" && !role.many ? status : 204;
}

function writes({ method }: Operation): boolean {
  return !["get", "head", "options"].includes(method.toLowerCase());
}

/** 1xx is no final status: an API that only upgrades the connection asks for that in words. */
function concreteStatus(status: string, own: number): number {
  if (status === "default") return own;
  const number = Number(status.replace("XX", "00"));
  return number < 200 ? 426 : number;
}
