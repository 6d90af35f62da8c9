import { setTimeout } from "node:timers/promises";
import type { RequestLayer } from "../layers/operation-layers.js";
import type { DelayRange } from "./parse-delay.js";
import { seededFraction } from "./seeded-fraction.js";

/** Holds each answer back for a time in the range; the nth request of a server waits the same in every run. */
export function delayLayer({ min, max }: DelayRange, seedValue: string): RequestLayer {
  let requests = 0;
  return async (_request, next) => {
    requests += 1;
    const share = seededFraction(`${seedValue}\ndelay ${requests}`);
    await setTimeout(Math.round(min + share * (max - min)));
    return next();
  };
}
