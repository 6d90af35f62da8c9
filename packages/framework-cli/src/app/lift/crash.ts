/**
 * An exception that nobody caught leaves the application in an unknown state: it is told once, then the application is stopped.
 * Takes the place of the command line's own handlers, which would end the process with requests under way.
 */
export function onCrash(handle: (error: unknown) => void): void {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.removeAllListeners(event);
    process.on(event, handle);
  }
}
