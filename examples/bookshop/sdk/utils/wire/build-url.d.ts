import type { OperationSpec, ParameterSpec } from "../operation-spec.js";
import { type Issue } from "../validate/issue.js";
/**
 * Path and query of a call, without the base URL.
 * @throws ValidationError when a value would lead to another endpoint, whether calls are checked or not
 */
export declare function buildPath(operation: OperationSpec, values: Readonly<Record<string, unknown>>): string;
/** Added as text: `URLSearchParams` would write what stands there already in its own way, brackets and reserved characters too. */
export declare function withQuery(path: string, part: string): string;
/**
 * What keeps a path from leaving its place. An empty value would ask the collection instead of the item, and `.` or `..`,
 * plain or percent-encoded, are taken away by every URL parser: the call would reach another endpoint.
 * @see RFC 3986, section 5.2.4
 */
export declare function pathIssue(spec: ParameterSpec, value: unknown): Issue | undefined;
