import { InvalidArgumentError } from "commander";

/** A whole number from 1, of an option. */
export function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 1.");
}

/** Seconds, from 0. */
export function parseSeconds(text: string): number {
  if (/^\d{1,6}(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number of seconds.");
}
