// Prints the counts of a Vitest JSON report in one plain line.
import { readFileSync } from "node:fs";

const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites, success } = JSON.parse(
  readFileSync(process.argv[2], "utf8"),
);
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests + numTodoTests} skipped`);
if (!success && numFailedTests === 0) console.log(`${numFailedTestSuites} test files could not run`);
