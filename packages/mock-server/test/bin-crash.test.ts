import { describe, expect, test } from "vitest";
import { AcknowledgedWrites, NOTES_API } from "../../framework-cli/test/killed/acknowledged-writes.js";
import { makeFolder, startProcess } from "./run-command.js";
import { livePostgres } from "./store/live-postgres.js";

const IS_LONG = process.env.ONESPEC_LONG === "1";
/** How often the command is killed; more often by hand, with ONESPEC_LONG=1. */
const ROUNDS = Number(process.env.ONESPEC_KILL_ROUNDS ?? (IS_LONG ? 500 : 10));
const POSTGRES_ROUNDS = IS_LONG ? 50 : 2;
const CLIENTS = 8;

const postgres = await livePostgres();
const names = (round: number, from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, client) => `${round}-${from + client}`);

test(`a command that is killed ${ROUNDS} times while clients write has every acknowledged write, and every other whole or not at all`, {
  timeout: ROUNDS * 30_000,
}, async () => {
  const folder = await makeFolder({ "api.json": JSON.stringify(NOTES_API) });
  const writes = new AcknowledgedWrites(4711, true);
  for (let round = 1; round <= ROUNDS + 1; round++) {
    const server = await startProcess(["api.json", "--durability", round % 3 === 0 ? "disk" : "os"], folder);
    // Some are killed as they replay what the one before them left.
    if (round % 5 === 0) await server.end("SIGKILL");
    else {
      await writes.check(server.url, `after ${round - 1} kills`);
      const writing = writes.write(server.url, names(round, 0, CLIENTS));
      await writes.reach(100);
      await server.end("SIGKILL");
      await writing;
    }
  }
  const last = await startProcess(["api.json"], folder);
  await writes.check(last.url, "at the end");
  console.log(`${ROUNDS + 1} kills, ${writes.count} acknowledged writes, ${writes.interrupted} interrupted`);
  expect(writes.count).toBeGreaterThan(0);
});

describe.skipIf(postgres.skip !== undefined)(
  `PostgreSQL${postgres.skip === undefined ? "" : `: ${postgres.skip}`}`,
  () => {
    test(`of two servers on one store one is killed ${POSTGRES_ROUNDS} times while clients write to both: what either acknowledged is there`, {
      timeout: 60_000 + POSTGRES_ROUNDS * 30_000,
    }, async () => {
      const folder = await makeFolder({ "api.json": JSON.stringify(NOTES_API) });
      const store = postgres.freshUrl();
      const start = () => startProcess(["api.json", "--store", store], folder);
      const writes = new AcknowledgedWrites(4712, true);
      let [stays, goes] = [await start(), await start()];
      for (let round = 1; round <= POSTGRES_ROUNDS; round++) {
        let isOver = false;
        const writing = [
          writes.write(stays.url, names(round, 0, CLIENTS / 2), () => isOver),
          writes.write(goes.url, names(round, CLIENTS / 2, CLIENTS)),
        ];
        await writes.reach(100);
        await goes.end("SIGKILL");
        isOver = true;
        await Promise.all(writing);
        // What the dead one had handed over may still be at work.
        const atWork = `SELECT 1 / (count(*) = 0)::int FROM pg_stat_activity WHERE application_name = 'onespec mock-server' AND state <> 'idle'`;
        await expect
          .poll(
            () =>
              postgres.run(atWork).then(
                () => "done",
                () => "busy",
              ),
            { timeout: 20_000 },
          )
          .toBe("done");
        await writes.check(stays.url, `after ${round} kills, on the other`);
        const again = await start();
        await writes.check(again.url, `after ${round} kills, started again`);
        [stays, goes] = [again, stays];
      }
      console.log(`${POSTGRES_ROUNDS} kills, ${writes.count} acknowledged writes, ${writes.interrupted} interrupted`);
      expect(writes.count).toBeGreaterThan(0);
    });
  },
);
