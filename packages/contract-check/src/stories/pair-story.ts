import type { RawPair } from "../description/raw-pair.js";
import type { Style } from "../request/valid-value.js";
import type { CheckRun } from "../run/check-run.js";

/** The story of one record at a pair of paths: it is created, changed and deleted. */
export interface PairStory {
  readonly run: CheckRun;
  readonly pair: RawPair;
  readonly style: Style;
  /**
   * Runs a part of the story. Records a fault in it and continues, because a created record can still be changed and
   * deleted.
   */
  goOn<T>(part: () => Promise<T>): Promise<T | undefined>;
}
