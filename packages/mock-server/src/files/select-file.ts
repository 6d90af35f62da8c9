import { essence, isWithin } from "@onespec/http-requests";
import type { Operation } from "@onespec/spec-core";
import { selectSuccess } from "../response/select-response.js";
import type { FileReference } from "./file-reference.js";

/** Words that say no more than that what stands at a path is the file itself. */
const GENERIC = new Set(
  "attachment binary blob body content contents data document download file media object original raw source stream value".split(
    " ",
  ),
);

/**
 * The file of an owner that a path means: the one that came at this path, the one whose part has the path's name, or the only
 * one where the name says nothing of its own; `"gone"` when it was deleted there.
 */
export function selectFile(
  files: readonly FileReference[],
  at: string,
  operation: Operation,
): FileReference | "gone" | undefined {
  const here = files.filter((file) => file.at === at);
  const present = here.filter(({ digest }) => digest !== "");
  if (here.length > 0 && present.length === 0) return "gone";
  const [last] = fitting(present, operation).slice(-1);
  if (last) return first(files, last);
  const words = at.split("/").map(fold);
  const word = words.find((one) => one !== "") ?? "";
  const all = files.filter(({ digest }) => digest !== "");
  const named = all.filter(({ part }) => word !== "" && (fold(part) === word || fold(part) === `${word}s`));
  const [match] = (named.length > 0 ? fitting(named, operation) : []).slice(-1);
  const index = Number(words[1]);
  if (match) return (Number.isInteger(index) ? named[index] : undefined) ?? first(named, match);
  // What came with the record itself comes before what was added to it at paths of their own.
  const own = all.filter((file) => file.at === "");
  const pool = own.length > 0 ? own : all;
  const [only] = fitting(pool, operation).slice(-1);
  if (!only) return undefined;
  const isOnly = pool.every(({ part, at: place }) => part === only.part && place === only.at);
  // `/invoices/7/pdf` of an invoice that has one PDF; not `/pets/7/passport` of a pet that has a photo.
  const isMeant =
    word === "" || GENERIC.has(word) || GENERIC.has(word.replace(/s$/, "")) || only.type.endsWith(`/${word}`);
  return isOnly && isMeant ? first(pool, only) : undefined;
}

/** Of several that came at once under one name the first. */
function first(files: readonly FileReference[], file: FileReference): FileReference {
  return files.find(({ part, at, digest }) => part === file.part && at === file.at && digest !== "") ?? file;
}

/** Those of a media type that the answer may have; where the description only says that it is bytes, all of them. */
function fitting(files: readonly FileReference[], operation: Operation): readonly FileReference[] {
  const ranges = (selectSuccess(operation).response?.content ?? []).map(({ type }) => essence(type));
  const isOpen = ranges.some((range) => range === "application/octet-stream" || range === "*/*");
  return isOpen ? files : files.filter(({ type }) => ranges.some((range) => isWithin(type, range)));
}

function fold(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}
