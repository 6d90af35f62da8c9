/** A part of the client that is there at once, or comes when it is first needed. */
export interface Part<T> {
    /** `undefined` until it is there. */
    readonly now: T | undefined;
    /** @throws ClientError FILE_NOT_LOADED; the next call tries again. */
    load(): Promise<T>;
}
export declare function atOnce<T>(now: T): Part<T>;
/** @param file of the generated client, for people */
export declare function whenNeeded<T>(file: string, load: () => Promise<T>): Part<T>;
/** @throws ClientError FILE_NOT_LOADED */
export declare function loadFile<T>(file: string, load: () => Promise<T>): Promise<T>;
