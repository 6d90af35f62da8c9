export function formatName({ format }) {
    return typeof format === "object" ? format.name : format;
}
