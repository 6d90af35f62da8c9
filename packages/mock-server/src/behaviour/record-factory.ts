import { type Fitting, type Problem, ProblemError } from "@onespec/http-contract";
import { type ApiDescription, getOrMake, type Resource } from "@onespec/spec-core";
import type { RecordFactories } from "../model/mock-context.js";
import type { ResourceStates } from "../model/resource-states.js";
import { createFileAddresses } from "../response/file-facts.js";
import { createOwnAddress } from "../response/own-address.js";
import { withValueAt } from "../response/place-value.js";
import { createRecordMoments, type RecordMoments } from "../response/record-moments.js";
import { after, type JsonObject, type StoredRecord } from "../store/record-store.js";
import { isWholeScope } from "../store/row.js";
import { createIdSource, type IdSource } from "./id-source.js";
import { keyInRecord, recordPathMaker, withKey, withParents } from "./record-key.js";
import { createRecordMaker, type RecordMaker } from "./record-maker.js";

/** Clients may have taken many numbers in a row; each costs a look-up. */
const MOST_NUMBERS = 100_000;
/** Texts hardly ever meet, unless there are only a few; each may cost a sample. */
const MOST_TEXTS = 50;

/** @throws ProblemError from `make`, when no id is free */
export function createRecordFactories(
  api: ApiDescription,
  fitting: Fitting,
  states: ResourceStates,
  seedValue: string,
): RecordFactories {
  const { schemas } = api;
  const parts = new Map<Resource, RecordParts>();
  const partsOf = (resource: Resource): RecordParts => {
    return getOrMake(parts, resource, () => {
      const { create, replace } = resource.roles;
      const writers = [create, replace].filter((operation) => operation !== undefined);
      // The path of one record says how its id is written.
      const named = resource.itemPath === undefined ? states.of(resource).owner : resource;
      return {
        ids: createIdSource(schemas, fitting, seedValue, named),
        maker: createRecordMaker(schemas, fitting, resource, writers),
        moments: createRecordMoments(api, resource),
        address: recordAddress(api, states, resource),
      };
    });
  };
  const makeSoon: RecordFactories["makeSoon"] = (resource, written, { scope, parents, key: chosen, now, isGiven }) => {
    const { ids, maker, moments, address } = partsOf(resource);
    const { collection } = states.of(resource);
    const whole = isWholeScope(scope) ? scope : scope.map((part) => part ?? "");
    const finish = (number: number, key: string, id: string | number | undefined): StoredRecord => {
      const named = id === undefined ? withKey(schemas, resource, written, key) : withId(resource, written, id);
      const placed = withParents(schemas, resource, named, parents);
      // `PUT /pets/007` makes pet 7: what the record says of itself is what it is found by.
      const known = now === undefined ? undefined : moments.known(now);
      const made = maker(placed, `${resource.stateKey} ${number}`, known, isGiven);
      const ownKey = keyInRecord(resource, placed) ?? key;
      const value = address ? address(made, whole, ownKey) : made;
      return {
        key: ownKey,
        scope: whole,
        value: now === undefined ? value : moments.made(value, now, placed),
      };
    };
    /** Tries one id after the other, from the second on. */
    const search = async (number: number, id: string | number): Promise<StoredRecord> => {
      const isCounted = typeof id === "number";
      let current = isCounted ? await collection.nextNumber() : number;
      for (let attempt = 1; attempt < (isCounted ? MOST_NUMBERS : MOST_TEXTS); attempt++) {
        const next = ids(current, attempt);
        if ((await collection.get(whole, String(next))) === undefined) return finish(current, String(next), next);
        if (isCounted || attempt > 2) current = await collection.nextNumber();
      }
      throw new ProblemError(noFreeId(resource));
    };
    return after(collection.nextNumber(), (number) => {
      if (chosen !== undefined) return finish(number, chosen, undefined);
      const id = ids(number, 0);
      return after(collection.get(whole, String(id)), (taken) =>
        taken === undefined ? finish(number, String(id), id) : search(number, id),
      );
    });
  };
  return { makeSoon, make: async (resource, written, wish) => makeSoon(resource, written, wish) };
}

/** Puts the addresses of the record and of its files into it; `undefined` if it holds none, or has none. */
function recordAddress(
  api: ApiDescription,
  states: ResourceStates,
  resource: Resource,
): ((value: JsonObject, scope: readonly string[], key: string) => JsonObject) | undefined {
  const { owner } = states.of(resource);
  const makers = [createFileAddresses(api, owner), createOwnAddress(api.schemas, owner)].filter(
    (one) => one !== undefined,
  );
  const pathOf = makers.length > 0 ? recordPathMaker(owner) : undefined;
  if (!pathOf) return undefined;
  return (value, scope, key) => {
    const path = pathOf(scope, key);
    return path === undefined ? value : makers.reduce((made, address) => address(made, path), value);
  };
}

interface RecordParts {
  readonly ids: IdSource;
  readonly maker: RecordMaker;
  readonly moments: RecordMoments;
  readonly address: ReturnType<typeof recordAddress>;
}

/** As when the id's schema is an enum and each of its values has its record. */
function noFreeId({ name, id }: Resource): Problem {
  const message = `${name} has a record for every id that was tried`;
  const path = `/${(id.property ?? []).join("/")}`;
  return { status: 409, code: "no-free-id", message: "No free id", details: [{ in: "body", path, message }] };
}

function withId({ id: { property } }: Resource, written: JsonObject, id: string | number): JsonObject {
  return property ? (withValueAt(written, property, id) as JsonObject) : written;
}
