import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Names the tests that passed at their second attempt only, so that a race on a busy machine is seen although it stops nobody. What was
 * thrown outside of any test fails a run as well: it is written to the folder `ONESPEC_REPORTS` for the summary to name.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads reporters by their default export.
export default class FlakyReporter {
  onTestRunEnd(modules, unhandledErrors) {
    for (const module of modules) {
      for (const test of module.children.allTests("passed")) {
        if (test.diagnostic()?.flaky)
          console.log(`Passed at the second attempt: ${module.relativeModuleId} > ${test.fullName}`);
      }
    }
    if (unhandledErrors.length === 0 || process.env.ONESPEC_REPORTS === undefined) return;
    const testResults = unhandledErrors.map(({ message, stack = "" }) => {
      const [, name = process.cwd(), line = "?"] = /(?:file:\/\/)?(\/[^\s():]+):(\d+):\d+/.exec(stack) ?? [];
      const fullName = `line ${line}, thrown outside of any test`;
      return { name, assertionResults: [{ status: "failed", fullName, failureMessages: [message] }] };
    });
    const report = { passed: 0, failed: unhandledErrors.length, skipped: 0, testResults };
    writeFileSync(join(process.env.ONESPEC_REPORTS, `unhandled-${process.pid}.json`), JSON.stringify(report));
  }
}
