import { limit } from "../rule.js";
export const multipleOf = (schema) => ({
    number: limit(schema, "multipleOf", "be a multiple of", isMultiple),
});
/** As both are written in decimal: 19.99 is a multiple of 0.01, although their quotient in floating point is not whole. */
function isMultiple(value, step) {
    if (Number.isInteger(value) && Number.isInteger(step))
        return value % step === 0;
    if (typeof value === "number" && !Number.isFinite(value))
        return false;
    const [left, right] = [decimal(value), decimal(step)];
    const exponent = Math.min(left.exponent, right.exponent);
    const scaled = ({ digits, exponent: own }) => digits * 10n ** BigInt(own - exponent);
    return scaled(left) % scaled(right) === 0n;
}
function decimal(value) {
    const [mantissa = "", exponent = 0] = String(value).split("e");
    const [whole, fraction = ""] = mantissa.split(".");
    return { digits: BigInt(`${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}
