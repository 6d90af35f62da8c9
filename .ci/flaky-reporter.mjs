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
    const assertionResults = unhandledErrors.map(({ message, stacks: [at] = [] }) => ({
      status: "failed",
      fullName: "thrown outside of any test",
      failureMessages: [`${message}${at ? `, line ${at.line}` : ""}`],
    }));
    const name = unhandledErrors[0].stacks?.[0]?.file ?? process.cwd();
    const report = { passed: 0, failed: unhandledErrors.length, skipped: 0, testResults: [{ name, assertionResults }] };
    writeFileSync(join(process.env.ONESPEC_REPORTS, `unhandled-${process.pid}.json`), JSON.stringify(report));
  }
}
