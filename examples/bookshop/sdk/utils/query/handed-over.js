// Live bindings, filled before the first engine is made.
export let MOST_PARTS;
export let NotFoundError;
export let QueryTooBroadError;
export let RepeatedPageError;
export let ValidationError;
export let compile;
export let fieldOf;
export let formatName;
export let isPlainObject;
export let isSame;
export let issueOf;
export let nameInCall;
export let parameterNamed;
export let parametersOf;
export let partsOf;
export let recordParameters;
export let targetOf;
export let typesOf;
export let valueAt;
/**
 * Gives the engine what every client has loaded by then. If files of the engine imported it, bundlers that split would make files of
 * what both have in common, and a page would start with more files and a kilobyte more.
 */
export function handOver(parts) {
    [
        MOST_PARTS,
        NotFoundError,
        QueryTooBroadError,
        RepeatedPageError,
        ValidationError,
        compile,
        fieldOf,
        formatName,
        isPlainObject,
        isSame,
        issueOf,
        nameInCall,
        parameterNamed,
        parametersOf,
        partsOf,
        recordParameters,
        targetOf,
        typesOf,
        valueAt,
    ] = parts;
}
