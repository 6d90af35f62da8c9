export type { HttpContractOptions, OperationPlan } from "./contract-options.js";
export { DEFAULT_BODY_LIMIT, DEFAULT_FILE_LIMIT } from "./contract-options.js";
export { httpContract } from "./contract-plugin.js";
export type { ContractRequest } from "./contract-request.js";
export { injectRequest, toRequest } from "./inject-request.js";
export { listenProblem } from "./listen-problem.js";
export { type AskedFilter, askedFilter, type ListFilter } from "./lists/asked-filter.js";
export { askedOrder, type ListOrder } from "./lists/asked-order.js";
export {
  compareSortValues,
  equalityToken,
  equalityTokens,
  propertyAt,
  type SortValue,
  sortValueOf,
} from "./lists/compared-values.js";
export { type Condition, meetsConditions, type TextSearch } from "./lists/meets-conditions.js";
export { type PageLink, type PageLinks, pageLinks } from "./lists/page-links.js";
export { countAt, type PageRequest, type Paging, pageToken, pagingOf, readPage } from "./lists/paging.js";
export { hostOfOrigin, isLocalName } from "./local-name.js";
export type { BodyKind, BodyPlan } from "./model/body-plan.js";
export type { ContractCall, RequestValues } from "./model/contract-call.js";
export {
  type AnswerHandler,
  type Guard,
  type GuardedCall,
  type Handler,
  type PreconditionCheck,
  Reply,
} from "./model/handler.js";
export {
  type Answer,
  type Awaitable,
  after,
  headerText,
  type RequestHeaders,
  type RequestTarget,
} from "./model/message.js";
export { notFoundProblem, type Problem, type ProblemDetail, ProblemError } from "./model/problem.js";
export { type RequestViolation, validationProblem, validationStatus } from "./model/request-violation.js";
export { type FileStore, type FileWriter, type KeptFile, type PlacedFile, SentFile } from "./model/sent-file.js";
export {
  createPatcher,
  isPatchType,
  mergeFields,
  type Patched,
  type Patcher,
  patchedObject,
  RecordPatch,
} from "./patch/apply-patch.js";
export { strategicMerge } from "./patch/strategic-merge.js";
export { notAcceptable } from "./problems/not-acceptable.js";
export { createProblemAnswers, type ProblemAnswers, type RefusedAnswer } from "./problems/problem-answer.js";
export { problemOfError } from "./problems/problem-of-error.js";
export { refuseConnection } from "./refuse-connection.js";
export { boundsLeftOut, CHOICES } from "./request/bounds-left-out.js";
export { decodeBody, decodingProblem } from "./request/content-codings.js";
export { GIVEN_NAMES, type OtherIds, otherIds } from "./request/other-ids.js";
export { takesPart } from "./request/partial-put.js";
export { bodyTooLarge, isUploadType } from "./request/read-body.js";
export { declaredProperties, sentSchemas, writtenProperties } from "./request/written-properties.js";
export { bodyKind, bodyPlans } from "./response/body-plan.js";
export { encodeBody } from "./response/encode-body.js";
export { entityTag, variantTag } from "./response/entity-tag.js";
export { createFitting, type FitOptions, type Fitting } from "./response/fitting.js";
export { itemText, RawText } from "./response/item-text.js";
export { type LinkHolder, linkHolder } from "./response/link-holder.js";
export { negotiateMediaType } from "./response/negotiate-media-type.js";
export { shownHeaders } from "./response/required-headers.js";
export { createResponsePlan, forbidsBody, type ResponsePlan } from "./response/response-plan.js";
export { echoedValue, sampledValue } from "./response/sampled-value.js";
export { itemSchemaOf, schemaAt } from "./response/schema-at.js";
export { selectDocumented, selectError, selectSuccess } from "./response/select-response.js";
export { REMOVED, succeeded } from "./response/success.js";
export { xmlText } from "./response/xml-text.js";
export { basePaths } from "./routes/base-paths.js";
export { fastifyPath } from "./routes/fastify-path.js";
export { createRouteTable, operationOf, type RouteTable } from "./routes/route-table.js";
export { type CredentialReader, credentialReader, type SentCredentials } from "./security/credential-reader.js";
export {
  type JudgedScheme,
  type RequiredScheme,
  type SchemeVerdict,
  securityProblem,
} from "./security/security-problem.js";
export { openPlace } from "./selectors/record-fields.js";
export { selectorReader } from "./selectors/selector-reader.js";
export { linkHeader } from "./wire/link-header.js";
export { listOfTexts } from "./wire/listed-texts.js";
export { essence, isJsonType, isWithin, selectMediaType } from "./wire/media-type.js";
export { operandOf } from "./wire/operand.js";
export { isNestedDeeper, jsonIn } from "./wire/parse-json.js";
export { coerceValue, decodePercent, decodeQueryText, parseQueryPairs, type QueryPair } from "./wire/text-values.js";
export { uriText } from "./wire/uri-text.js";
