import { isObject, type Operation } from "@onespec/spec-core";
import type { Behaviour, MockContext } from "../../model/mock-context.js";
import type { JsonObject } from "../../store/record-store.js";
import { withoutId } from "./record-key.js";
import { createRecordSampler } from "./record-maker.js";

/**
 * The id of the account that a whole API is about comes with the credentials, and nothing lists accounts: a path may name any, and
 * finds it there, until somebody deletes it.
 */
export function withOwnAccount(context: MockContext, operation: Operation, behave: Behaviour): Behaviour {
  const { states, operationStates, records, seeds, schemas, fitting } = context;
  const { account } = states;
  const [parameter] = operation.template.parameters;
  if (!account?.itemPath || parameter === undefined) return behave;
  const isAccount = operation.path === account.itemPath;
  if (!isAccount && !operation.path.startsWith(`${account.itemPath}/`)) return behave;
  const { collection } = states.of(account);
  const sample = createRecordSampler(schemas, fitting, account);
  const goneKey = (key: string): string => `gone ${account.stateKey}/${key}`;
  const ensure = async (key: string): Promise<void> => {
    await seeds.fill(account, []);
    if (key === "" || (await collection.has([], key)) || (await operationStates.get(goneKey(key)))) return;
    const sampled = sample(`${account.stateKey} ${key}`);
    const written = isObject(sampled) ? withoutId(account, sampled as JsonObject) : {};
    await collection.insert(await records.make(account, written, { scope: [], parents: [], key, now: context.now() }));
  };
  return async (call) => {
    const key = call.pathTexts[parameter] ?? "";
    await ensure(key);
    const answer = await behave(call);
    if (isAccount && operation === account.roles.delete && answer.status < 300)
      await operationStates.put(goneKey(key), operation.id, { value: true });
    return answer;
  };
}
