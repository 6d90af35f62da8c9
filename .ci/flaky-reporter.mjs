/** Names the tests that passed at their second attempt only, so that a race on a busy machine is seen although it stops nobody. */
// biome-ignore lint/style/noDefaultExport: Vitest loads reporters by their default export.
export default class FlakyReporter {
  onTestRunEnd(modules) {
    for (const module of modules) {
      for (const test of module.children.allTests("passed")) {
        if (test.diagnostic()?.flaky)
          console.log(`Passed at the second attempt: ${module.relativeModuleId} > ${test.fullName}`);
      }
    }
  }
}
