import type { RawPair } from "../description/raw-pair.js";
import type { Style } from "../request/valid-value.js";
import type { CheckRun } from "../run/check-run.js";

/** The story of one record: how it is made, changed and deleted at a pair of paths. */
export interface PairStory {
  readonly run: CheckRun;
  readonly pair: RawPair;
  readonly style: Style;
  /** Runs a part of the story. A fault in it is taken down, and the story goes on: what was created can still be changed and deleted. */
  goOn<T>(part: () => Promise<T>): Promise<T | undefined>;
}
