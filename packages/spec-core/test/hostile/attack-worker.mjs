// One tool, in a process that reads the paths of descriptions and says in a line of JSON how it got on with each.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [tool, place] = process.argv.slice(2);
const HOSTILE_TEXT = `${"a".repeat(5_000)}!`;

const DOORS = {
  "mock-server": async () => {
    const { createMockServer } = await import("../../../mock-server/dist/index.js");
    return async (file) => {
      const bugs = [];
      const mock = await createMockServer({ description: file, seed: 2, onBug: (error) => bugs.push(error) });
      const post = (body) => ({
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const deep = { end: "x", a: { a: { a: 1 } }, k: "a", kind: "a" };
      for (const [path, init] of [
        ["/things", {}],
        ["/things", post({ id: "1", p: HOSTILE_TEXT, [HOSTILE_TEXT]: 1 })],
        ["/things", post({ id: "2", p: deep })],
        ["/things/2", {}],
        [`/things?q=${HOSTILE_TEXT}`, {}],
      ]) {
        const response = await mock.fetch(new Request(`http://mock.test${path}`, init));
        const text = await response.text();
        if (response.status === 500 || response.status > 501) bugs.push(`${response.status} ${text.slice(0, 300)}`);
      }
      await mock.close();
      if (bugs.length > 0) throw bugs[0];
    };
  },
  "generate-sdk": async () => {
    const { generateSdk } = await import("../../../sdk-gen/dist/index.js");
    return async (file) => {
      await rm(join(place, "sdk"), { recursive: true, force: true });
      await generateSdk(file, join(place, "sdk"), { version: "1.0.0", lenient: true });
    };
  },
  framework: async () => {
    const { main } = await import("../../../framework-cli/dist/cli/main.js");
    process.chdir(place);
    return async (file) => {
      await rm(join(place, "app"), { recursive: true, force: true });
      let said = "";
      const err = (text) => {
        said += text;
      };
      const terminal = {
        program: "framework",
        out: () => {},
        err,
        outColor: false,
        errColor: false,
        debug: true,
        elapsed: () => 0,
      };
      const exitCode = await main(["new", "app", "--spec", file], terminal);
      process.chdir(place);
      if (exitCode === 0) return;
      const code = /\[([A-Z]+(?:_[A-Z]+)+)\]/.exec(said)?.[1];
      throw exitCode !== 70 && code !== undefined ? Object.assign(new Error(said), { code }) : said;
    };
  },
};

const attack = await DOORS[tool]();
console.log(JSON.stringify({ ready: true }));
for await (const file of createInterface({ input: process.stdin })) {
  const before = process.cpuUsage();
  const outcome = await attack(file).then(
    () => "works",
    (error) =>
      /^[A-Z]+(?:_[A-Z]+)+$/.test(error?.code) && error?.code !== "ERR_" ? error.code : String(error?.stack ?? error),
  );
  const { user, system } = process.cpuUsage(before);
  console.log(
    JSON.stringify({ outcome, seconds: (user + system) / 1e6, megabytes: process.resourceUsage().maxRSS / 1_024 }),
  );
}
