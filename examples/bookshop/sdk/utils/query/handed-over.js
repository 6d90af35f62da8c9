// Live bindings, filled before the first engine is made.
export let compile;
export let fieldOf;
export let isSame;
export let issueOf;
export let nameInCall;
export let parameterNamed;
export let parametersOf;
export let recordParameters;
/**
 * Gives the engine what every client has loaded by then. If files of the engine imported it, bundlers that split would make files of
 * what both have in common, and a page would start with more files and a kilobyte more.
 */
export function handOver(parts) {
    ({ compile, fieldOf, isSame, issueOf, nameInCall, parameterNamed, parametersOf, recordParameters } = parts);
}
