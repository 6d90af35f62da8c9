import { signal } from "@preact/signals";

/** The average width of a column, and the width beside the table, in CSS pixels. */
const COLUMN = 98;
const BESIDE = 480;
const NARROW = 760;
const FEWEST = 6;

/** How many columns a table of records has room for; with fewer than six it is moved sideways. */
export const columnRoom = signal(measure());
addEventListener("resize", () => {
  columnRoom.value = measure();
});

function measure(): number {
  const room = innerWidth > NARROW ? innerWidth - BESIDE : innerWidth;
  return Math.max(FEWEST, Math.floor(room / COLUMN));
}
