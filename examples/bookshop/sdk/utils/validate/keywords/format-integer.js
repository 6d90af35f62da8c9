export const int32 = { name: "int32", number: (value) => isInteger(value, 32) };
/** JSON's numbers lose their last digits beyond 2^53, so that an int64 which is a number has no bounds. */
export const int64 = {
    name: "int64",
    number: (value) => (typeof value === "number" ? Number.isInteger(value) : isInteger(value, 64)),
};
function isInteger(value, bits) {
    const bound = 2 ** (bits - 1);
    return (typeof value === "bigint" || Number.isInteger(value)) && value >= -bound && value < bound;
}
