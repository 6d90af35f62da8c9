import { nearestName, type Operation } from "@onespec/spec-core";
import { OptionsError } from "../errors/options-error.js";
import type { MockOptions } from "./mock-options.js";

/** Completes "Expected …". */
export const SELECTOR_HELP = "'POST /payments', '/payments/*', tag:beta or an operationId";

/**
 * Returns the operations that a flag selects: by method and path (`POST /payments`), by path, by `tag:`, or by
 * operationId. `*` matches any text, and the names of path parameters do not matter.
 * @throws OptionsError `OPERATION_UNKNOWN` if a selector matches no operation
 */
export function selectOperations(
  operations: readonly Operation[],
  selectors: readonly string[],
  flag: string,
): ReadonlySet<Operation> {
  const selected = new Set<Operation>();
  for (const selector of selectors) {
    const isSelected = matcherOf(selector);
    const found = operations.filter(isSelected);
    if (found.length === 0) throw unknownOperation(operations, selector, flag);
    for (const operation of found) selected.add(operation);
  }
  return selected;
}

/** The operations that are passed on to the upstream. */
export function forwardedOperations(
  operations: readonly Operation[],
  { upstream, mock }: Pick<MockOptions, "upstream" | "mock">,
): ReadonlySet<Operation> {
  if (upstream === undefined) return new Set();
  const mocked = selectOperations(operations, mock, "--mock");
  return new Set(operations.filter((operation) => !mocked.has(operation)));
}

function matcherOf(selector: string): (operation: Operation) => boolean {
  const [, tag] = /^tag:(.+)$/.exec(selector) ?? [];
  if (tag !== undefined) return ({ tags }) => tags.includes(tag);
  const [, method, path] = /^(?:([A-Za-z*]+)\s+)?(\/.*|\*)$/.exec(selector) ?? [];
  if (path === undefined) return ({ operationId }) => operationId === selector;
  const pattern = wildcards(withoutNames(path));
  const methods = wildcards((method ?? "*").toLowerCase());
  return (operation) => methods.test(operation.method) && pattern.test(withoutNames(operation.path));
}

function wildcards(text: string): RegExp {
  const parts = text.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}

function withoutNames(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}

function unknownOperation(operations: readonly Operation[], selector: string, flag: string): OptionsError {
  const names = operations.flatMap(({ method, path, operationId, tags }) => [
    `${method.toUpperCase()} ${path}`,
    ...(operationId === undefined ? [] : [operationId]),
    ...tags.map((tag) => `tag:${tag}`),
  ]);
  const nearest = nearestName(selector, [...new Set(names)]);
  const isList = /,\s*\S/.test(selector);
  const guess = isList ? `Repeat ${flag} for each operation. ` : nearest && `Did you mean '${nearest}'? `;
  const hint = `${guess ?? ""}Write ${SELECTOR_HELP}.`;
  return new OptionsError("OPERATION_UNKNOWN", `${flag} ${selector} names no operation of the description.`, { hint });
}
