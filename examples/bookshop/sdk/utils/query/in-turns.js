/** `work` on each item, at most `width` at a time, answers in the items' order. */
export async function inTurns(items, width, work) {
    const results = [];
    let next = 0;
    const worker = async () => {
        for (let at = next++; at < items.length; at = next++)
            results[at] = await work(items[at]);
    };
    await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
    return results;
}
