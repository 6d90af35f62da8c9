import { signal } from "@preact/signals";

/** The average width of a column, and the width outside the table, in CSS pixels. */
const COLUMN = 98;
const BESIDE = 480;
const NARROW = 760;
const FEWEST = 6;

/** Number of columns that fit into a table of records, at least six. A narrower table scrolls sideways. */
export const columnRoom = signal(measure());
addEventListener("resize", () => {
  columnRoom.value = measure();
});

function measure(): number {
  const room = innerWidth > NARROW ? innerWidth - BESIDE : innerWidth;
  return Math.max(FEWEST, Math.floor(room / COLUMN));
}
