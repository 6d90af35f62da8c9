import { nothingThere, tooManyOf } from "./nothing-there.js";
import { PlaneAnswer, type PlaneOperation } from "./plane-operation.js";
import type { Realm } from "./realm.js";
import type { StateImage } from "./state-image.js";

const MOST_SNAPSHOTS = 100;

export function snapshotOperations(): Readonly<Record<string, PlaneOperation>> {
  const absent = ({ snapshots }: Realm, name: string): Error =>
    nothingThere(`There is no snapshot ${JSON.stringify(name)}`, [...snapshots.keys()]);
  return {
    async listSnapshots({ realm }) {
      const { snapshots } = await realm();
      return { snapshots: [...snapshots].map(([name, image]) => snapshotJson(name, image)) };
    },
    async saveSnapshot({ realm, values }) {
      const target = await realm();
      const name = values.pathTexts.name ?? "";
      if (target.snapshots.size >= MOST_SNAPSHOTS && !target.snapshots.has(name)) {
        throw tooManyOf("snapshots", MOST_SNAPSHOTS);
      }
      return new PlaneAnswer(201, snapshotJson(name, await target.save(name)));
    },
    async restoreSnapshot({ realm, values }) {
      const target = await realm();
      const name = values.pathTexts.name ?? "";
      const image = await target.restore(name);
      if (!image) throw absent(target, name);
      return snapshotJson(name, image);
    },
    async deleteSnapshot({ realm, values }) {
      const target = await realm();
      const name = values.pathTexts.name ?? "";
      if (!target.forget(name)) throw absent(target, name);
    },
  };
}

function snapshotJson(name: string, { takenAt, records }: StateImage): object {
  return { name, takenAt: takenAt.toISOString(), records };
}
