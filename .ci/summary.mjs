// Prints the tests that failed in Vitest's JSON reports, and in one plain line the counts of these and of further checks.
import { readFileSync } from "node:fs";
import { relative } from "node:path";

const firstLine = ([message = ""] = []) => message.split("\n")[0];
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
for (const file of reports.flatMap(({ testResults }) => testResults ?? [])) {
  for (const { status, fullName, failureMessages } of file.assertionResults) {
    if (status === "failed")
      console.log(`Failed: ${relative(process.cwd(), file.name)} > ${fullName}\n  ${firstLine(failureMessages)}`);
  }
}
const total = (kind) => counts.reduce((sum, count) => sum + count[kind], 0);
console.log(`${total("passed")} passed, ${total("failed")} failed, ${total("skipped")} skipped`);
