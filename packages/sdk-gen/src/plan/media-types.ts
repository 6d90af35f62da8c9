import type { MediaType, Operation, OperationResponse } from "@onespec/spec-core";

/** Media types in order of preference for a plain object: JSON, then forms. JSON Patch (RFC 6902) takes no plain object. */
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

/** Responses sorted by status. */
export function byStatus(responses: readonly OperationResponse[]): readonly OperationResponse[] {
  if (responses.length < 2) return responses;
  return [...responses].sort((left, right) => (left.status < right.status ? -1 : 1));
}

/** The value of the `Accept` header: JSON first. @see RFC 9110, section 12.5.1 */
export function acceptedTypes(responses: Operation["responses"]): string {
  const known = accepted.get(responses) ?? namesOf(byStatus(responses).flatMap((response) => response.content));
  // Cached: needed for the defaults and for each operation.
  accepted.set(responses, known);
  return known;
}

const accepted = new WeakMap<Operation["responses"], string>();

function namesOf(content: readonly MediaType[]): string {
  return [...new Set(preferred(content).map(({ type }) => type))].join(", ") || "*/*";
}

/** True if the response can contain a record. The runtime returns anything but JSON, such as XML, whole. */
export function hasMembers({ responses }: Operation): boolean {
  const success = responses.filter(({ status }) => /^2/.test(status));
  const answers = success.length > 0 ? success : responses.filter(({ status }) => status === "default");
  const content = answers.flatMap((answer) => answer.content);
  return content.length === 0 || content.some(({ type }) => isData(type));
}

/** True if the runtime parses bodies of this type. */
export function isData(type: string): boolean {
  return /[/+]json|\*\/\*/.test(type);
}
