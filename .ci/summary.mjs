// Prints the counts of a Vitest JSON report, and of further checks, in one plain line.
import { existsSync, readFileSync } from "node:fs";

const [report, ...others] = [...new Set(process.argv.slice(2))]
  .filter((file) => existsSync(file))
  .map((file) => JSON.parse(readFileSync(file, "utf8")));
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites, success } = report;
const tests = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
const total = (kind) => [tests, ...others].reduce((sum, counts) => sum + counts[kind], 0);
console.log(`${total("passed")} passed, ${total("failed")} failed, ${total("skipped")} skipped`);
if (!success && numFailedTests === 0) console.log(`${numFailedTestSuites} test files could not run`);
