import { openSync, writeSync } from "node:fs";
import { openJsonStore } from "../../src/store/json/json-store.js";

/**
 * A server that is made to be killed: writes to several collections without end and says in a file what it asks for
 * (`ask`) and what was acknowledged (`done`). Arguments: directory, durability, a number that decides what is written, the file.
 */
const [directory = "", durability, seed, sayings = ""] = process.argv.slice(2);
const store = await openJsonStore(
  { directory, durability: durability === "disk" ? "disk" : "os" },
  // Nearly always folding, so that it is killed at every point of that as well.
  { idleMs: 2, growthMinimum: 10_000 },
);

const said = openSync(sayings, "a");
writeSync(1, "started\n");

const COLLECTIONS = ["a", "b", "c"].map((name) => store.collection(name));
const WRITERS = 12;
let state = Number(seed);

/** A number below `limit`. @see Park and Miller, "Random number generators: good ones are hard to find" (1988) */
function random(limit: number): number {
  state = (state * 48271) % 2147483647;
  return state % limit;
}

function say(word: string, writer: number, collection: string, value: unknown): void {
  writeSync(said, `${JSON.stringify([word, writer, collection, value])}\n`);
}

/** Each writer has its own records and waits for each answer, so the order of its writes is known. */
async function write(writer: number): Promise<void> {
  for (let n = 0; ; n++) {
    const collection = COLLECTIONS[random(COLLECTIONS.length)] ?? store.collection("a");
    const key = `${writer}-${random(40)}`;
    const value = random(4) === 0 ? null : { id: key, seed, n, text: "é".repeat(random(400)) };
    say("ask", writer, collection.name, [key, value]);
    if (value === null) await collection.delete([], key);
    else await collection.put({ key, scope: [], value });
    say("done", writer, collection.name, [key, value]);
    if (random(50) === 0) await new Promise((resolve) => setTimeout(resolve, random(20)));
  }
}

await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
