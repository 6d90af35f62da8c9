import type { ActionInputs, ActionOutput, HttpMethod } from "../../action/action.js";
import { emitController } from "../../emit/emit-controller.js";
import { emitModel } from "../../emit/emit-model.js";
import { emitSecurityPolicy } from "../../emit/emit-policy.js";
import { commentText, literal } from "../../emit/escape.js";
import { type SourceLanguage, sourceExtension } from "../../emit/source-language.js";
import { valueText } from "../../emit/value-text.js";
import { modelDefinition } from "../../model/model-definition.js";
import type { ActionPlan, ContractPlan, DocumentPlan, ServicePlan, StatesPlan } from "../plan/contract-plan.js";
import { emitHandler } from "./emit-handler.js";

/** The files of an application that answers a description, by path. */
export function emitContract(plan: ContractPlan, language: SourceLanguage): ReadonlyMap<string, string> {
  const extension = sourceExtension(language);
  const files = new Map<string, string>();
  for (const [name, schema] of plan.schemas)
    files.set(`api/schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`);
  for (const entity of plan.entities) {
    files.set(`api/models/${entity.name}${extension}`, emitModel(modelDefinition(entity, plan.entities)));
  }
  const addService = (name: string, factory: string, about: string, service: string): void =>
    void files.set(`api/services/${name}${extension}`, serviceFile(factory, about, service, language));
  const addRecords = (factory: string, what: string, { name, title, options }: ServicePlan | DocumentPlan): void => {
    const about = `${what} ${commentText(title)}. Business logic goes here: add methods, or replace those that come with the contract.`;
    addService(name, factory, about, `({\n  ...${factory}(context, ${valueText(options, 1)}),\n})`);
  };
  for (const service of plan.services) addRecords("createContractService", "The records of", service);
  for (const document of plan.documents) addRecords("createDocumentService", "The document at", document);
  for (const { name, schemeName, scheme } of plan.policies)
    files.set(`api/policies/${name}${extension}`, emitSecurityPolicy(schemeName, scheme));
  if (plan.states) {
    const { name, entity } = plan.states;
    const about = `The answers of the operations that nobody has written yet. Remove it${entity ? ` with the model ${entity.name}` : ""} once all are.`;
    const service = `createOperationStates(context${entity ? `, ${literal(entity.name)}` : ""})`;
    addService(name, "createOperationStates", about, service);
  }
  for (const action of plan.actions) {
    files.set(`api/controllers/${action.group}/${action.action}${extension}`, emitAction(action, plan.states));
  }
  if (plan.entities.length > 0) files.set("seeds/examples.json", `${JSON.stringify(plan.seeds, null, 2)}\n`);
  return files;
}

/** @param about the comment of the file @param service the code of the exported service */
function serviceFile(factory: string, about: string, service: string, language: SourceLanguage): string {
  const [types, parameter] =
    language === "typescript" ? [", type ServiceContext", "context: ServiceContext"] : ["", "context"];
  return `import { ${factory}${types} } from "@onespec/framework-cli";

/** ${about} */
export default (${parameter}) => ${service};
`;
}

function emitAction({ operation, work, inputs, outputs }: ActionPlan, states: StatesPlan | undefined): string {
  const { summary, tags, deprecated, security, operationId } = operation;
  return emitController({
    method: operation.method.toUpperCase() as HttpMethod,
    path: operation.path,
    ...(operationId !== undefined && { operationId }),
    ...(summary !== undefined && { summary }),
    ...(tags.length > 0 && { tags }),
    ...(deprecated && { deprecated }),
    ...(Object.keys(inputs).length > 0 && { inputs: inputs as ActionInputs }),
    outputs: outputs as Readonly<Record<string, ActionOutput>>,
    ...(security.length > 0 && {
      security: security.map((requirement) =>
        Object.fromEntries(requirement.map(({ scheme, scopes }) => [scheme, scopes])),
      ),
    }),
    handler: emitHandler(work, states?.name ?? ""),
  });
}
