import type { Operation } from "@onespec/spec-core";
import { notFoundProblem } from "../errors/problem.js";
import type { PlacedFile } from "../request/sent-file.js";
import type { Answer } from "../response/answer.js";
import type { Behaviour, Call, MockContext } from "../server/mock-context.js";
import { fileAddressReader } from "./file-address.js";
import { answerFile } from "./file-answer.js";
import type { FileReference } from "./file-reference.js";
import { keepContent } from "./keep-content.js";
import { recordOwner } from "./record-owner.js";
import { selectFile } from "./select-file.js";
import { withoutFiles } from "./without-files.js";

/** Keeps the files that a request brings with the record that it writes, and serves them where the description has a place for them. */
export function createFileBehaviour(context: MockContext, operation: Operation, behave: Behaviour): Behaviour {
  const { references, service } = context.files;
  const read = fileAddressReader(context, operation);
  const strip = withoutFiles(context, operation);

  const keep = async (owner: string, at: string, files: readonly PlacedFile[]): Promise<void> => {
    const contents = await service.contents();
    const kept = await Promise.all(files.map(({ file }) => keepContent(contents, file)));
    const used = new Map<string, number>();
    const named = files.map(({ place, file: { name, type, size } }, order) => {
      const part = place[0] ?? "";
      const index = used.get(part) ?? 0;
      used.set(part, index + 1);
      return { part, index, name, type, size, digest: kept[order]?.digest ?? "" };
    });
    await references.put(owner, at, named);
    for (const content of kept) content.release();
    service.sweepSoon();
  };

  const upload = async (call: Call, files: readonly PlacedFile[]): Promise<Answer> => {
    let isKept = false;
    const wrote: NonNullable<Call["wrote"]> = async (change) => {
      await call.wrote?.(change);
      if (change.kind === "acted") return;
      isKept = true;
      await keep(recordOwner(context, change.resource, change.record), "", files);
    };
    const answer = await behave({ ...call, values: { ...call.values, body: strip(call.values, files) }, wrote });
    const address = isKept || answer.status >= 400 ? undefined : await read(call.values.pathTexts);
    if (address) await keep(address.owner, address.at, files);
    return answer;
  };

  const serve = async (call: Call): Promise<Answer> => {
    const address = await read(call.values.pathTexts);
    const found: readonly FileReference[] = address ? await references.of(address.owner) : [];
    if (!address || found.length === 0) return behave(call);
    const file = selectFile(found, address.at, operation);
    if (file === "gone") return context.refuse(operation, notFoundProblem("Not found", absence(call)));
    return (file && (await answerFile(context, operation, call, file))) ?? behave(call);
  };

  const remove = async (call: Call): Promise<Answer> => {
    const address = await read(call.values.pathTexts);
    const answer = await behave(call);
    if (!address || answer.status >= 400) return answer;
    const isThere = (await references.of(address.owner)).some(({ at }) => at === address.at);
    if (isThere) {
      await references.remove(address.owner, address.at);
      service.sweepSoon();
    }
    return answer;
  };

  return (call) => {
    const { files } = call.values;
    if (files && files.length > 0) return upload(call, files);
    if (operation.method === "delete") return remove(call);
    return operation.method === "get" ? serve(call) : behave(call);
  };
}

function absence({ request }: Call) {
  return { in: "path", path: "", message: `The file at ${request.path} was deleted` };
}
