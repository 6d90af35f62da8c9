import { closeSync, openSync, readSync } from "node:fs";

const SLICES = 16;
/** Bytes. */
const SLICE = 65_536;

/** About how many operations a description has for each megabyte of it, told by samples: every operation has `responses`. */
export function operationDensity(path: string, bytes: number): number {
  const slice = Buffer.alloc(Math.min(SLICE, Math.ceil(bytes / SLICES)));
  const file = openSync(path, "r");
  try {
    let count = 0;
    for (let at = 0; at < SLICES; at += 1) {
      readSync(file, slice, 0, slice.length, Math.floor((bytes * at) / SLICES));
      for (let found = slice.indexOf(WORD); found >= 0; found = slice.indexOf(WORD, found + 1)) count += 1;
    }
    return (count / (SLICES * slice.length)) * 1_000_000;
  } finally {
    closeSync(file);
  }
}

const WORD = "responses";
