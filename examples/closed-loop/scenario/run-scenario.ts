import { type ClientClass, type ServerAddress, Shop } from "./shop.js";
import { addingRecords } from "./steps/adding-records.js";
import { agreeing } from "./steps/agreeing.js";
import { changingRecords } from "./steps/changing-records.js";
import { deleting } from "./steps/deleting.js";
import { erring } from "./steps/erring.js";
import { ordering } from "./steps/ordering.js";
import { orderingBooks } from "./steps/ordering-books.js";
import { paging } from "./steps/paging.js";
import { querying } from "./steps/querying.js";
import { readingRecords } from "./steps/reading-records.js";
import { reviewing } from "./steps/reviewing.js";
import { settling } from "./steps/settling.js";
import { signingIn } from "./steps/signing-in.js";
import type { StepResult } from "./transcript.js";

type Step = (shop: Shop) => Promise<void>;

const STEPS: Readonly<Record<string, Step>> = {
  "signing in": signingIn,
  "adding records": addingRecords,
  "reading records": readingRecords,
  querying,
  ordering,
  "records below records": reviewing,
  "five hundred records": paging,
  "changing records": changingRecords,
  "entity tags": agreeing,
  "orders and their action": orderingBooks,
  "a single document": settling,
  errors: erring,
  deleting,
};

/** Begins the last line of a step that could not go on. */
export const ENDS_EARLY = "ends early: ";

/** After this step a server may be stopped and started again. */
const HALF_WAY = "five hundred records";

/** Takes a client through everything that the bookshop's description offers. The server must be empty. */
export async function runScenario(ClientClass: ClientClass, server: ServerAddress): Promise<readonly StepResult[]> {
  const shop = new Shop(ClientClass, server);
  const results: StepResult[] = [];
  for (const [step, run] of Object.entries(STEPS)) {
    const start = performance.now();
    await run(shop).catch((error: unknown) => shop.lines.push(`${ENDS_EARLY}${error}`));
    results.push({ step, lines: shop.lines.splice(0), milliseconds: performance.now() - start });
    if (step === HALF_WAY) await server.halfWay?.();
  }
  return results;
}
