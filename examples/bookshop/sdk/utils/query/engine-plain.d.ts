import { type Engine } from "./engine.js";
/** Of resources that have no relations: bundles of one leave out what loads them. */
export declare const engine: Engine;
