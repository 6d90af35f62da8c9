import type { ImageFacts } from "../store/image-shelf.js";
import { nothingThere, tooManyOf } from "./nothing-there.js";
import { PlaneAnswer, type PlaneOperation } from "./plane-operation.js";
import type { Realm } from "./realm.js";

const MOST_SNAPSHOTS = 100;

export function snapshotOperations(): Readonly<Record<string, PlaneOperation>> {
  const absent = async ({ snapshots }: Realm, name: string): Promise<Error> =>
    nothingThere(`There is no snapshot ${JSON.stringify(name)}`, [...(await snapshots.all()).keys()]);
  return {
    async listSnapshots({ realm }) {
      const { snapshots } = await realm();
      return { snapshots: [...(await snapshots.all())].map(([name, image]) => snapshotJson(name, image)) };
    },
    async saveSnapshot({ realm, values }) {
      const target = await realm();
      const name = values.pathTexts.name ?? "";
      const kept = await target.snapshots.all();
      if (kept.size >= MOST_SNAPSHOTS && !kept.has(name)) {
        throw tooManyOf("snapshots", MOST_SNAPSHOTS);
      }
      return new PlaneAnswer(201, snapshotJson(name, await target.save(name)));
    },
    async restoreSnapshot({ realm, values }) {
      const target = await realm();
      const name = values.pathTexts.name ?? "";
      const image = await target.restore(name);
      if (!image) throw await absent(target, name);
      return snapshotJson(name, image);
    },
    async deleteSnapshot({ realm, values }) {
      const target = await realm();
      const name = values.pathTexts.name ?? "";
      if (!(await target.forget(name))) throw await absent(target, name);
    },
  };
}

function snapshotJson(name: string, { takenAt, records }: ImageFacts): object {
  return { name, takenAt: takenAt.toISOString(), records };
}
