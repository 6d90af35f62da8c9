import { type ApiDescription, nearestName } from "@onespec/spec-core";
import { mockExtensionOf, type OperationOverrides } from "./mock-extension-layer.js";
import { parseMockExtension } from "./parse-mock-extension.js";

/** Everything that `x-mock` and the config file say of operations and that cannot be followed: a sentence for each. */
export function findMockProblems(
  { operations, schemas }: Pick<ApiDescription, "operations" | "schemas">,
  overrides: OperationOverrides | undefined,
): readonly string[] {
  const problems: string[] = [];
  for (const operation of operations) {
    const given = mockExtensionOf(operation, overrides);
    if (given === undefined) continue;
    problems.push(
      ...parseMockExtension(schemas, operation, given).problems.map((problem) => `${operation.id}: ${problem}`),
    );
  }
  const ids = operations.map(({ id }) => id);
  const known = new Set(ids);
  for (const id of Object.keys(overrides ?? {})) {
    if (known.has(id)) continue;
    const near = nearestName(id, ids);
    const hint = near === undefined ? "" : ` Did you mean \`${near}\`?`;
    problems.push(`operations: the description has no operation \`${id}\`.${hint}`);
  }
  return problems;
}
