/** `1,223 operations`, `1 record`. */
export function countText(count: number, noun: string): string {
  // `toLocaleString` would load the locale data, which takes longer than all the rest of a report.
  const digits = String(count).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${digits} ${noun}${count === 1 ? "" : "s"}`;
}
