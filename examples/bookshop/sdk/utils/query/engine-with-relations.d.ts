import { type Engine } from "./engine.js";
export declare const engine: Engine;
