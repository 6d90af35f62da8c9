import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../run-command.js";
import { soak } from "./soak.js";
import { startSubject } from "./subjects.js";
import { handlesVerdict, type Look, verdictOf } from "./verdict.js";

const MB = 2 ** 20;

/** 40 looks at a server that stays as it is, but for what is told of the look at each share of the time. */
function looks(differ: (share: number) => Partial<Look> = () => ({})): Look[] {
  return Array.from({ length: 40 }, (_, n) => {
    const look = { second: (n + 1) * 10, resident: 100 * MB, heap: 30 * MB, files: 8 * MB, handles: 30, turnMs: 20 };
    return { ...look, answers: n * 100, ...differ((n + 1) / 40) };
  });
}

const failed = (all: readonly Look[]): string[] => verdictOf(all).flatMap(({ what, holds }) => (holds ? [] : [what]));

test("what swings, and what fills up in the first quarter, is flat", () => {
  expect(failed(looks())).toEqual([]);
  expect(failed(looks((share) => ({ heap: (30 + 10 * Math.min(share, 0.25)) * MB })))).toEqual([]);
  expect(failed(looks((share) => ({ files: (share * 40) % 2 === 0 ? 16 * MB : 0 })))).toEqual([]);
});

test.each([
  ["heap", (share: number) => ({ heap: (30 + 20 * share) * MB })],
  ["resident memory", (share: number) => ({ resident: (100 + 100 * share) * MB })],
  ["files", (share: number) => ({ files: (8 + 40 * share) * MB })],
  ["handles", (share: number) => ({ handles: 30 + 60 * share })],
  ["longest computation", (share: number) => ({ turnMs: 20 + 200 * share })],
] as const)("what grows all the time is not: %s", (what, differ) => {
  expect(failed(looks(differ))).toEqual([what]);
});

test("too few looks are no proof", () => {
  expect(failed(looks().slice(0, 1))).toHaveLength(5);
});

test("handles that stay open are told by their kind", () => {
  const before = new Map([
    ["socket", 2],
    ["pipe", 3],
  ]);
  expect(
    handlesVerdict(
      before,
      new Map([
        ["socket", 3],
        ["pipe", 2],
      ]),
    ).holds,
  ).toBe(true);
  const leaked = handlesVerdict(
    before,
    new Map([
      ["socket", 4],
      ["pipe", 3],
      ["/data/notes.json", 1],
    ]),
  );
  expect(leaked.holds).toBe(false);
  expect(leaked.told).toContain("2 socket, 1 /data/notes.json");
});

test("a server under every kind of request for some seconds answers as it has to, and ends when it is asked to", {
  timeout: 240_000,
}, async () => {
  const subject = await startSubject("mock", await makeFolder());
  onTestFinished(async () => {
    await subject.server.stop();
    await subject.close();
  });
  const options = { seconds: 4, rate: 400, lookSeconds: 0.5, restSeconds: 1 };
  const { findings, surprises, looks: seen, statuses } = await soak("mock", subject, options, () => {});
  expect(surprises).toEqual([]);
  expect(seen.length).toBeGreaterThan(2);
  expect(statuses.get(200)).toBeGreaterThan(0);
  // So short a run says nothing of what grows slowly, and not all has been opened before it.
  const told = findings.filter(({ what }) => ["answers", "5xx", "end"].includes(what));
  expect(told.filter(({ holds }) => !holds)).toEqual([]);
  expect(told).toHaveLength(3);
});
