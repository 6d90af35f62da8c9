import type { MediaType, Operation, OperationResponse } from "@onespec/spec-core";

/** JSON first, then forms: what a plain object is sent as when the caller does not say. A list of changes (RFC 6902) is no plain object. */
export function preferred(content: readonly MediaType[]): readonly MediaType[] {
  if (content.length < 2) return content;
  const rank = ({ type }: MediaType): number => KINDS.findIndex((kind) => kind.test(type));
  return [...content].sort((left, right) => rank(left) - rank(right) || (left.type < right.type ? -1 : 1));
}

const KINDS = [
  /^application\/json\s*(;|$)/,
  /merge-patch\+json/,
  /^(?!.*json-patch).*[/+]json/,
  /urlencoded/,
  /multipart/,
  /^(?!.*json-patch)/,
  /./,
];

/** Documented answers in an order of their own. */
export function byStatus(responses: readonly OperationResponse[]): readonly OperationResponse[] {
  if (responses.length < 2) return responses;
  return [...responses].sort((left, right) => (left.status < right.status ? -1 : 1));
}

/** What the request's `Accept` says: JSON first. @see RFC 9110, section 12.5.1 */
export function acceptedTypes(responses: Operation["responses"]): string {
  const known = accepted.get(responses) ?? namesOf(byStatus(responses).flatMap((response) => response.content));
  // The most usual are counted before any is written.
  accepted.set(responses, known);
  return known;
}

const accepted = new WeakMap<Operation["responses"], string>();

function namesOf(content: readonly MediaType[]): string {
  return [...new Set(preferred(content).map(({ type }) => type))].join(", ") || "*/*";
}
