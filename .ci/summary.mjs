// Prints the counts of Vitest's JSON reports, and of further checks, in one plain line.
import { readFileSync } from "node:fs";

const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")));
const counts = reports.map(({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, ...other }) =>
  numPassedTests === undefined
    ? other
    : { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests },
);
const unrun = reports
  .filter(({ success, numFailedTests }) => success === false && numFailedTests === 0)
  .reduce((total, { numFailedTestSuites }) => total + numFailedTestSuites, 0);
if (unrun > 0) console.log(`${unrun} test files could not run`);
const total = (kind) => counts.reduce((sum, count) => sum + count[kind], 0);
console.log(`${total("passed")} passed, ${total("failed")} failed, ${total("skipped")} skipped`);
