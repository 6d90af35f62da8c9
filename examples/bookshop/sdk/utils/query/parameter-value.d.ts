import type { ListSpec } from "../resource-spec.js";
/** A number as the list's parameter takes it: some descriptions declare page numbers and sizes as texts. */
export declare function parameterValue({ operation }: ListSpec, name: string, value: number): number | string;
