/** Is the relation asked for as it is? Only then will do what a server writes out of its own accord. */
export function isWhole({ next, sub }) {
    return next.length === 0 && Object.keys(sub).length === 0;
}
