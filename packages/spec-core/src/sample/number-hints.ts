import { NameMemo } from "./name-memo.js";
import { lookUpName } from "./name-words.js";

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

const NUMBER_HINTS: Readonly<Record<string, NumberHint>> = {
  id: range(1, 100_000),
  price: PRICE,
  amount: PRICE,
  cost: PRICE,
  total: PRICE,
  subtotal: PRICE,
  tax: range(1, 40, 2),
  fee: range(1, 20, 2),
  balance: range(0, 5000, 2),
  salary: range(30_000, 150_000),
  discount: range(1, 50, 2),
  quantity: range(1, 20),
  qty: range(1, 20),
  count: COUNT,
  stock: range(0, 200),
  size: SIZE,
  bytes: range(1000, 5_000_000),
  width: SIZE,
  height: SIZE,
  length: SIZE,
  weight: range(1, 100, 1),
  age: range(18, 80),
  year: range(1990, 2025),
  month: range(1, 12),
  day: range(1, 28),
  hour: range(0, 23),
  minute: range(0, 59),
  second: range(0, 59),
  duration: range(30, 3600),
  ttl: range(60, 86_400),
  timeout: range(1, 300),
  latitude: range(-60, 70, 6),
  lat: range(-60, 70, 6),
  longitude: range(-180, 180, 6),
  lng: range(-180, 180, 6),
  lon: range(-180, 180, 6),
  rating: range(1, 5, 1),
  stars: range(1, 5),
  score: range(1, 100, 1),
  percent: range(1, 100, 1),
  percentage: range(1, 100, 1),
  rate: range(0, 1, 2),
  ratio: range(0, 1, 2),
  temperature: range(0, 2, 1),
  port: range(1024, 49_151),
  page: range(1, 5),
  pages: range(40, 600),
  pagecount: range(1, 20),
  totalpages: range(1, 20),
  limit: range(10, 50),
  perpage: range(10, 50),
  pagesize: range(10, 50),
  offset: range(0, 50),
  index: range(0, 20),
  position: range(0, 20),
  order: range(0, 20),
  rank: range(1, 100),
  priority: range(1, 5),
  level: range(1, 10),
  version: range(1, 9),
  status: range(1, 5),
  statuscode: range(200, 200),
};

const hints = new NameMemo((name) => lookUpName(NUMBER_HINTS, name));

export function numberHint(name: string): NumberHint | undefined {
  return hints.get(name);
}

const MOMENT = /^(created|updated|modified|expires|expiry|time|date|timestamp)$|(_at|At|_on|[tT]imestamp|[eE]poch)$/;

/** Does a number of that name count seconds (or milliseconds) since 1970? */
export function isMomentName(name: string): boolean {
  return MOMENT.test(name);
}
