import type { ClientParts } from "./client-parts.js";
export declare let compile: ClientParts["compile"];
export declare let fieldOf: ClientParts["fieldOf"];
export declare let isSame: ClientParts["isSame"];
export declare let issueOf: ClientParts["issueOf"];
export declare let nameInCall: ClientParts["nameInCall"];
export declare let parameterNamed: ClientParts["parameterNamed"];
export declare let parametersOf: ClientParts["parametersOf"];
export declare let recordParameters: ClientParts["recordParameters"];
/**
 * Gives the engine what every client has loaded by then. If files of the engine imported it, bundlers that split would make files of
 * what both have in common, and a page would start with more files and a kilobyte more.
 */
export declare function handOver(parts: ClientParts): void;
