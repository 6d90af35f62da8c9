import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { framework, run } from "../command-line/framework.js";
import { lift, send } from "../runtime/running-app.js";
import { bookshop } from "./contract/descriptions.js";

const shop = fileURLToPath(new URL("../../../../examples/shop", import.meta.url));
const realworld = fileURLToPath(new URL("../../../../examples/realworld", import.meta.url));

describe.each([
  ["examples/shop", shop, bookshop],
  ["examples/realworld", realworld, `${realworld}/api.yaml`],
])("%s", (_name, app, description) => {
  test("is what an import of its description makes, and what was written by hand", async () => {
    const { code, out, err } = await framework(["spec:diff", description, "--json"], app);
    expect(err).toBe("");
    const { added, removed, changed, structure, files, conflicts } = JSON.parse(out);
    // Run `node run bin/framework.js spec:import` with the description in the example when this fails.
    expect({ code, added, removed, changed, structure, files, conflicts }).toEqual({
      code: 0,
      added: [],
      removed: [],
      changed: [],
      structure: [],
      files: [],
      conflicts: [],
    });
  });

  test("passes its own tests", async () => {
    expect(existsSync(`${app}/node_modules/@onespec/framework-cli`), "run npm run setup first").toBe(true);
    const { code, out } = await run(process.execPath, ["--test", "--test-reporter=tap", "tests/"], app);
    expect(out).toMatch(/^# pass [1-9]/m);
    expect(`${code} ${/^# fail \d+/m.exec(out)?.[0]}`, out).toBe("0 # fail 0");
  });

  test("lifts with every operation of the description answered by an action", async () => {
    const lifted = await lift(app, ["--strict"], { NODE_ENV: "test" });
    try {
      expect(lifted.report.warnings).toEqual([]);
      expect((await send(`${lifted.url}/health/live`)).status).toBe(200);
    } finally {
      await lifted.end();
    }
  });
});
