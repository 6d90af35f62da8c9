/** The client went away while its body was read: nobody waits for an answer any more. */
export class ClientGone extends Error {
  constructor() {
    super("The client went away while its body was read.");
    this.name = "ClientGone";
  }
}

/** @throws ClientGone when the signal says so */
export function throwIfGone(gone: AbortSignal | undefined): void {
  if (gone?.aborted) throw new ClientGone();
}
