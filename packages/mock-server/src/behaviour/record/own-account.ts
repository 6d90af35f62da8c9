import { foldName, isObject, nameWords, nounForms, type Operation, pathNoun, type Resource } from "@onespec/spec-core";
import type { Behaviour, MockContext } from "../../model/mock-context.js";
import type { JsonObject } from "../../store/record-store.js";
import { withoutId } from "./record-key.js";
import { createRecordSampler } from "./record-sampler.js";

/**
 * Creates records that a path names. In an API about one account, clients know its id from their credentials, and no operation lists
 * accounts. So any account in a path exists until a client deletes it. A write also creates its parent record if its description says so:
 * "If the index doesn't exist, it is created".
 */
export function withOwnAccount(context: MockContext, operation: Operation, behave: Behaviour): Behaviour {
  const { operationStates } = context;
  const { account } = context.states;
  const [parameter] = operation.template.parameters;
  const isAccount = operation.path === account?.itemPath;
  const isBelow = account?.itemPath !== undefined && operation.path.startsWith(`${account.itemPath}/`);
  const owner = account && (isAccount || isBelow) ? account : madeParent(operation);
  if (!owner || parameter === undefined) return behave;
  const goneKey = (key: string): string => `gone ${owner.stateKey}/${key}`;
  const isGone = async (key: string): Promise<boolean> =>
    owner === account && (await operationStates.get(goneKey(key))) !== undefined;
  const ensure = recordEnsurer(context, owner);
  return async (call) => {
    const key = call.pathTexts[parameter] ?? "";
    if (key !== "" && !(await isGone(key))) await ensure(key);
    const answer = await behave(call);
    if (isAccount && operation === owner.roles.delete && answer.status < 300)
      await operationStates.put(goneKey(key), operation.id, { value: true });
    return answer;
  };
}

function recordEnsurer({ states, records, seeds, schemas, fitting, now }: MockContext, owner: Resource) {
  const { collection } = states.of(owner);
  const sample = createRecordSampler(schemas, fitting, owner);
  return async (key: string): Promise<void> => {
    await seeds.fill(owner, []);
    if (await collection.has([], key)) return;
    const sampled = sample(`${owner.stateKey} ${key}`);
    const written = isObject(sampled) ? withoutId(owner, sampled as JsonObject) : {};
    await collection.insert(await records.make(owner, written, { scope: [], parents: [], key, now: now() }));
  };
}

/** The only parent in the path of a write, if the description says that the write creates it when it does not exist. */
function madeParent({ role, method, description = "" }: Operation): Resource | undefined {
  const own = role && "resource" in role ? role.resource : undefined;
  const [parent, ...others] = own?.parents ?? [];
  if (!parent?.resource || others.length > 0 || method === "get" || method === "delete") return undefined;
  const forms = nounForms(foldName(pathNoun(parent.resource.collectionPath)));
  const isSaid = description.split(/[.\n]/).some((sentence) => {
    const [condition = "", result] = sentence.split(/(?<=(?:doesn[’']t|does not) (?:yet )?exist)/i);
    return (
      result !== undefined &&
      /\bcreate[sd]?\b/i.test(result) &&
      nameWords(condition).some((word) => forms.includes(word))
    );
  });
  return isSaid ? parent.resource : undefined;
}
