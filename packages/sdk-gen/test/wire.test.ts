import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { PLATFORMS } from "./wire-platforms.js";
import { type Outcome, type SentFacts, WIRE_ROWS } from "./wire-rows.js";
import { type WireServer, wireServer } from "./wire-server.js";

let sdk: GeneratedClient;
beforeAll(async () => {
  sdk = await generatedClient(fileURLToPath(new URL("fixtures/wire.yaml", import.meta.url)));
});
afterAll(() => sdk.remove());

for (const platform of PLATFORMS) {
  const why = platform.missing === undefined ? "" : ` (skipped: ${platform.missing})`;
  describe.skipIf(platform.missing !== undefined)(`${platform.name}${why}`, () => {
    let server: WireServer;
    let outcomes: Outcome[];
    beforeAll(async () => {
      server = await wireServer();
      outcomes = await platform.run(sdk.folder, `${server.url}/v1`);
    });
    afterAll(() => server.close());

    for (const [at, row] of WIRE_ROWS.entries()) {
      const { name, sent, outcome } = platform.isBrowser ? { ...row, ...row.inBrowser } : row;
      test(name, () => {
        if (outcome !== undefined) expect(outcomes[at]).toEqual(expected(outcome));
        else expect(outcomes[at]).toHaveProperty("value");
        if (sent === null) expect(server.sentBy(at)).toEqual([]);
        else if (sent) expect(server.sentBy(at)).toEqual([expectedEcho(sent)]);
      });
    }
  });
}

/** Objects may hold more, lists may not; expressions are matched. */
function expected(value: unknown): unknown {
  if (typeof value === "object" && value !== null && "asymmetricMatch" in value) return value;
  if (value instanceof RegExp) return expect.stringMatching(value);
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value !== "object" || value === null) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expected(member)])),
  );
}

function expectedEcho({ body, ...rest }: SentFacts): unknown {
  const text =
    typeof body === "object" ? { asymmetricMatch: (actual: string) => body.every((part) => part.test(actual)) } : body;
  return expected({ ...rest, ...(body === undefined ? {} : { body: text }) });
}
