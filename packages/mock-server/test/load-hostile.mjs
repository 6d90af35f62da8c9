// Serves the description that is named, asks it a few things and says how it went in one line of JSON.
import { createMockServer } from "../dist/index.js";

const bugs = [];
try {
  const mock = await createMockServer({
    description: process.argv[2],
    seed: 2,
    onBug: (error) => bugs.push(String(error)),
  });
  const body = JSON.stringify({ id: "1", p: `${"a".repeat(5_000)}!`, [`${"a".repeat(5_000)}!`]: 1 });
  const post = { method: "POST", headers: { "content-type": "application/json" }, body };
  for (const init of [{}, post, post, {}])
    await (await mock.fetch(new Request("http://mock.test/things", init))).text();
  await mock.close();
  console.log(JSON.stringify({ outcome: "served", bugs }));
} catch (error) {
  console.log(JSON.stringify({ outcome: error.code ?? String(error), bugs }));
}
