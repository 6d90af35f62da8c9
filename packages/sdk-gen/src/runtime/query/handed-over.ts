import type { ClientParts } from "./client-parts.js";

// Live bindings, filled before the first engine is made.
export let compile: ClientParts["compile"];
export let fieldOf: ClientParts["fieldOf"];
export let isSame: ClientParts["isSame"];
export let issueOf: ClientParts["issueOf"];
export let nameInCall: ClientParts["nameInCall"];
export let parameterNamed: ClientParts["parameterNamed"];
export let parametersOf: ClientParts["parametersOf"];
export let recordParameters: ClientParts["recordParameters"];

/**
 * Gives the engine what every client has loaded by then. If files of the engine imported it, bundlers that split would make files of
 * what both have in common, and a page would start with more files and a kilobyte more.
 */
export function handOver(parts: ClientParts): void {
  ({ compile, fieldOf, isSame, issueOf, nameInCall, parameterNamed, parametersOf, recordParameters } = parts);
}
