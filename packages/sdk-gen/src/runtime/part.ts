import { ClientError } from "./errors.js";

/** A part of the client that is there at once, or comes when it is first needed. */
export interface Part<T> {
  /** `undefined` until it is there. */
  readonly now: T | undefined;
  /** @throws ClientError FILE_NOT_LOADED; the next call tries again. */
  load(): Promise<T>;
}

export function atOnce<T>(now: T): Part<T> {
  return { now, load: async () => now };
}

/** @param file of the generated client, for people */
export function whenNeeded<T>(file: string, load: () => Promise<T>): Part<T> {
  let now: T | undefined;
  let loading: Promise<T> | undefined;
  return {
    get now() {
      return now;
    },
    load() {
      loading ??= loadFile(file, load).then(
        (loaded) => {
          now = loaded;
          return loaded;
        },
        (error) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}

/** @throws ClientError FILE_NOT_LOADED */
export async function loadFile<T>(file: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ClientError(
      "FILE_NOT_LOADED",
      `${file} of this client could not be loaded: look to the connection and call again; reload the page if a new version was deployed`,
      { cause },
    );
  }
}
