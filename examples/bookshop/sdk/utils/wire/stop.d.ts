/** What can end a try before its answer has come. */
export interface Stop {
    readonly controller: AbortController;
    uses: number;
}
/** One that nobody has. Making an AbortController takes as long as all else in a call, so they are used again. */
export declare function takeStop(): Stop;
/** Only of a try whose answer has been read to its end: nobody is left whom it could stop. */
export declare function giveBack(stop: Stop): void;
