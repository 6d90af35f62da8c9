import type { Place } from "../resource-spec.js";
/** The value at a path; where the path meets a list, the list of what its elements hold there. */
export declare function valueAt(record: unknown, place: Place): unknown;
