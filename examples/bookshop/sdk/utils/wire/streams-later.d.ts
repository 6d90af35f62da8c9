import { type Part } from "../part.js";
import type { StreamReaders } from "./streams.js";
/** What reads answers that are streams, in bundles of pages: package.json names this file in its `browser` field. */
export declare const streams: Part<StreamReaders>;
