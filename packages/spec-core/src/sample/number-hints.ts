import { memoize } from "../words/memoize.js";
import { wordTable } from "../words/word-list.js";
import { lookUpName } from "./look-up-name.js";

/** Where numbers of that name usually lie, and how many decimals they have. */
export interface NumberHint {
  readonly min: number;
  readonly max: number;
  /** Digits after the point, unless only whole numbers are allowed. */
  readonly decimals: number;
}

const range = (min: number, max: number, decimals = 0): NumberHint => ({ min, max, decimals });

const PRICE = range(5, 200, 2);
const COUNT = range(1, 50);
const SIZE = range(100, 2000);

const NUMBER_HINTS: ReadonlyMap<string, NumberHint> = wordTable<NumberHint>([
  [range(1, 100_000), "id"],
  [PRICE, "price amount cost total subtotal"],
  [range(1, 40, 2), "tax"],
  [range(1, 20, 2), "fee"],
  [range(0, 5000, 2), "balance"],
  [range(30_000, 150_000), "salary"],
  [range(1, 50, 2), "discount"],
  [range(1, 20), "quantity qty pagecount totalpages"],
  [COUNT, "count"],
  [range(0, 200), "stock"],
  [SIZE, "size width height length"],
  [range(1000, 5_000_000), "bytes"],
  [range(1, 100, 1), "weight score percent percentage"],
  [range(18, 80), "age"],
  [range(1990, 2025), "year"],
  [range(1, 12), "month"],
  [range(1, 28), "day"],
  [range(0, 23), "hour"],
  [range(0, 59), "minute second"],
  [range(30, 3600), "duration"],
  [range(60, 86_400), "ttl"],
  [range(1, 300), "timeout"],
  [range(-60, 70, 6), "latitude lat"],
  [range(-180, 180, 6), "longitude lng lon"],
  [range(1, 5, 1), "rating"],
  [range(1, 5), "stars page priority status"],
  [range(0, 1, 2), "rate ratio"],
  [range(0, 2, 1), "temperature"],
  [range(1024, 49_151), "port"],
  [range(40, 600), "pages"],
  [range(10, 50), "limit perpage pagesize"],
  [range(0, 50), "offset"],
  [range(0, 20), "index position order"],
  [range(1, 100), "rank"],
  [range(1, 10), "level"],
  [range(1, 9), "version"],
  [range(200, 200), "statuscode"],
]);

const hints = memoize((name) => lookUpName(NUMBER_HINTS, name));

export function numberHint(name: string): NumberHint | undefined {
  return hints(name);
}

const MOMENT = /^(created|updated|modified|expires|expiry|time|date|timestamp)$|(_at|At|_on|[tT]imestamp|[eE]poch)$/;

/** Does a number of that name count seconds (or milliseconds) since 1970? */
export function isMomentName(name: string): boolean {
  return MOMENT.test(name);
}
