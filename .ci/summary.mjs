// Prints the counts of Vitest's JSON reports in one plain line.
import { readFileSync } from "node:fs";

const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")));
const sum = (count) => reports.reduce((total, report) => total + count(report), 0);
const unrun = sum(({ success, numFailedTests, numFailedTestSuites }) =>
  !success && numFailedTests === 0 ? numFailedTestSuites : 0,
);
if (unrun > 0) console.log(`${unrun} test files could not run`);
const passed = sum(({ numPassedTests }) => numPassedTests);
const failed = sum(({ numFailedTests }) => numFailedTests);
const skipped = sum(({ numPendingTests, numTodoTests }) => numPendingTests + numTodoTests);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
