import { factsOf } from "./operation-facts.js";
/** All parameters of an operation, those of the path first. */
export function parametersOf(operation) {
    return factsOf(operation).parameters;
}
export function parameterNamed(operation, name) {
    return parametersOf(operation).find((spec) => nameInCall(spec) === name);
}
export function nameInCall(spec) {
    return spec.as ?? spec.name;
}
