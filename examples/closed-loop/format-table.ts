import type { Compared } from "./compare-targets.js";

/** Steps down, targets across: the time each took, or that something was different. */
export function formatTable(all: readonly Compared[]): string {
  const ran = all.filter(({ missing }) => missing === undefined);
  const names = ran[0]?.steps.map(({ step }) => step) ?? [];
  const rows = names.map((name, index) => [name, ...ran.map(({ steps }) => cell(steps[index]))]);
  const totals = ran.map(({ steps }) => seconds(steps.reduce((sum, { milliseconds }) => sum + milliseconds, 0)));
  const lines = [["step", ...ran.map(({ target }) => target)], ["---", ...ran.map(() => "---:")], ...rows];
  const table = [...lines, ["in all", ...totals]].map((cells) => `| ${cells.join(" | ")} |`);
  const absent = all.flatMap(({ target, missing }) =>
    missing === undefined ? [] : [`Not run: ${target}. ${missing}`],
  );
  return [...table, ...(absent.length > 0 ? ["", ...absent] : [])].join("\n");
}

function cell(step: Compared["steps"][number] | undefined): string {
  if (step === undefined) return "absent";
  return step.difference === undefined ? `✓ ${seconds(step.milliseconds)}` : "**differs**";
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
