import { setTimeout as sleep } from "node:timers/promises";
import { MOCK_ALONE, MOCK_VISITS } from "./mock-visits.js";
import { SoakClient } from "./soak-client.js";
import { type RunningSubject, type SubjectName, TOKEN } from "./subjects.js";
import { type Finding, handlesVerdict, type Look, verdictOf } from "./verdict.js";
import { APP_VISITS, fill, type Random, type Visit } from "./visits.js";

export interface SoakOptions {
  readonly seconds: number;
  /** Requests a second. */
  readonly rate: number;
  /** Between two looks, in seconds. */
  readonly lookSeconds: number;
  /** How long all must stay the same to count as at rest, in seconds. */
  readonly restSeconds: number;
}

export interface SoakReport {
  readonly subject: SubjectName;
  readonly looks: readonly Look[];
  readonly findings: readonly Finding[];
  readonly statuses: ReadonlyMap<number, number>;
  readonly cut: number;
  readonly surprises: readonly string[];
}

const VISITORS = 8;
/** Before the first measure: what is loaded and opened at first use. */
const WARM_UP_SHARE = 0.02;
/** Number of looks that ask for a garbage collection in a long run: each holds the server for a moment. */
const COLLECTED = 60;
/** How many times as long as rest handles may take to close, idle connections to a database among them. */
const REST_LIMIT = 8;
/** Visits until one of them has the server for itself. */
const ALONE_EVERY = 100;

/** Mixed load on a server for a while, and whether it stayed as it was. */
export async function soak(
  subject: SubjectName,
  { server, dataSize }: RunningSubject,
  options: SoakOptions,
  onLook: (look: Look) => void,
): Promise<SoakReport> {
  const { seconds, rate, lookSeconds, restSeconds } = options;
  const isMock = subject.startsWith("mock");
  const connect = (): SoakClient =>
    new SoakClient(server.url, { authorization: `Bearer ${TOKEN}` }, (1000 * VISITORS) / rate);
  const random = seededRandom(subject.length);

  const first = new SoakClient(server.url, { authorization: `Bearer ${TOKEN}` }, 0);
  await fill(first, random);
  const load = (client: SoakClient, forMs: number): Promise<void> =>
    visitFor(client, forMs, isMock ? MOCK_VISITS : APP_VISITS, isMock ? MOCK_ALONE : undefined, random);
  await load(first, Math.max(2000, seconds * 1000 * WARM_UP_SHARE));
  first.close();
  const before = await handlesAtRest(server, restSeconds);

  const client = connect();
  const looks: Look[] = [];
  const start = performance.now();
  const collectEvery = Math.max(1, Math.round(seconds / lookSeconds / COLLECTED));
  const loading = load(client, seconds * 1000);
  let isLoading = true;
  void loading.finally(() => {
    isLoading = false;
  });
  for (let n = 1; isLoading; n++) {
    await Promise.race([sleep(Math.max(0, start + n * lookSeconds * 1000 - performance.now())), loading]);
    const look: Look = {
      second: Math.round((performance.now() - start) / 100) / 10,
      resident: await server.resident(),
      files: await dataSize(),
      handles: [...(await server.handles()).values()].reduce((sum, count) => sum + count, 0),
      answers: client.answers,
      ...(n % collectEvery === 0 && (await server.probe())),
    };
    looks.push(look);
    onLook(look);
  }
  await loading;
  client.close();
  const handles = handlesVerdict(before, await handlesAtRest(server, restSeconds, before));
  const surprises = [...first.surprises, ...client.surprises];
  const surprised = first.surprised + client.surprised;
  const code = await server.stop();
  const failed = [...first.statuses, ...client.statuses]
    .filter(([status]) => status >= 500)
    .reduce((sum, [, count]) => sum + count, 0);
  const findings: Finding[] = [
    { what: "answers", holds: surprised === 0, told: `${client.answers}, ${surprised} not as they had to be` },
    { what: "5xx", holds: failed === 0, told: `${failed}` },
    ...verdictOf(looks),
    handles,
    { what: "end", holds: code === 0, told: `exit code ${code} when asked to stop` },
  ];
  return { subject, looks, findings, statuses: client.statuses, cut: client.cut, surprises };
}

/** Visitors one after the other at each of a few doors, until the time is over and the last has left. */
async function visitFor(
  client: SoakClient,
  forMs: number,
  visits: readonly Visit[],
  alone: Visit | undefined,
  random: Random,
): Promise<void> {
  const end = performance.now() + forMs;
  let done = 0;
  let door: Promise<void> = Promise.resolve();
  const inside = new Set<Promise<void>>();
  const visitor = async (): Promise<void> => {
    while (performance.now() < end) {
      await door;
      done += 1;
      if (alone !== undefined && done % ALONE_EVERY === 0) {
        // The others wait outside until it is done.
        door = Promise.all(inside).then(() => alone(client, random));
        continue;
      }
      const visit = (visits[random(visits.length)] as Visit)(client, random);
      inside.add(visit);
      await visit.finally(() => inside.delete(visit));
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  await door;
}

/** Waits until the handles stay the same; given the handles of before, until there are no more than those. */
async function handlesAtRest(
  server: RunningSubject["server"],
  restSeconds: number,
  before?: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const total = (handles: ReadonlyMap<string, number>): number => [...handles.values()].reduce((sum, n) => sum + n, 0);
  let now = await server.handles();
  let same = 0;
  for (let waited = 0; waited < REST_LIMIT * restSeconds; waited += 1) {
    if (before === undefined ? same >= restSeconds : total(now) <= total(before)) break;
    await sleep(1000);
    const next = await server.handles();
    same = total(next) === total(now) ? same + 1 : 0;
    now = next;
  }
  return now;
}

/** Park and Miller, "Random number generators: good ones are hard to find" (1988). */
function seededRandom(seed: number): Random {
  let state = seed + 4711;
  return (limit) => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
}
