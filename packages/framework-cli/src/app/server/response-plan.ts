import { essence, isJsonType } from "@onespec/http-requests";
import {
  type JsonSchema,
  type MediaType,
  type Operation,
  type OperationResponse,
  propertyStripper,
  type Schema,
  type SchemaRegistry,
  type SchemaViolation,
  type Stripper,
} from "@onespec/spec-core";
import type { Problem } from "../problem.js";
import { describeProblem } from "./describe-problem.js";

/** What JSON is sent as where no type is documented. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** What an action's answers look like, by status. Built once. */
export interface ResponsePlan {
  /** What a handler's plain answer gets: the first documented 2xx, else 200. */
  readonly successStatus: number;
  /** Is there a body to the success? Also where nothing is documented. */
  readonly successHasBody: boolean;
  /** The media type of a body, as documented. */
  contentType(status: number): string | undefined;
  /** The same where it is JSON or nothing is documented: what an object or a list is sent as. */
  jsonType(status: number): string | undefined;
  /** The value without writeOnly properties. */
  shown(status: number, value: unknown): unknown;
  /** What is wrong with a body. @param value as JSON would give it back */
  violations(status: number, value: unknown): readonly SchemaViolation[];
  isDocumented(status: number): boolean;
  /** Does an answer of this status document an `ETag`? */
  isTagged(status: number): boolean;
  /** A problem as the action documents it, else `{ error, details }`. */
  problemBody(problem: Problem): unknown;
}

interface StatusPlan {
  readonly response: OperationResponse | undefined;
  readonly media: MediaType | undefined;
  readonly jsonType: string | undefined;
  readonly schema: Schema | undefined;
  readonly hide: Stripper | undefined;
  readonly isTagged: boolean;
}

export function createResponsePlan(operation: Operation, schemas: SchemaRegistry): ResponsePlan {
  const { responses } = operation;
  const plans = new Map<number, StatusPlan>();
  const planOf = (status: number): StatusPlan => {
    let plan = plans.get(status);
    if (plan === undefined) {
      const response = selectResponse(responses, status);
      const media = response?.content.find(({ type }) => isJsonType(essence(type))) ?? response?.content[0];
      const isJson = media !== undefined && isJsonType(essence(media.type));
      const schema = isJson ? media.schema : undefined;
      const jsonType = media === undefined ? JSON_TYPE : isJson ? media.type : undefined;
      plan = {
        response,
        media,
        jsonType,
        schema,
        hide: schema && propertyStripper(schemas, schema, "writeOnly"),
        isTagged: isJson && response?.headers.some(({ name }) => name.toLowerCase() === "etag") === true,
      };
      plans.set(status, plan);
    }
    return plan;
  };
  const success = responses.find(({ status }) => status.startsWith("2"));
  return {
    successStatus: success === undefined ? 200 : Number(success.status.replace(/XX$/, "00")),
    successHasBody: success === undefined || success.content.length > 0,
    contentType: (status) => planOf(status).media?.type,
    jsonType: (status) => planOf(status).jsonType,
    shown(status, value) {
      const { hide } = planOf(status);
      return hide ? hide(value) : value;
    },
    violations(status, value) {
      const { schema } = planOf(status);
      return schema === undefined ? [] : schemas.validator(schema, "response").violations(value);
    },
    isDocumented: (status) => responses.length === 0 || planOf(status).response !== undefined,
    isTagged: (status) => planOf(status).isTagged,
    problemBody(problem) {
      const schema: JsonSchema | undefined = planOf(problem.status).schema?.json;
      const { message, details } = problem;
      return schema === undefined ? { error: message, details } : describeProblem(schemas, schema, problem);
    },
  };
}

/** @see OpenAPI 3.1, "Responses Object": an exact status beats a range, a range beats `default` */
function selectResponse(responses: readonly OperationResponse[], status: number): OperationResponse | undefined {
  for (const wanted of [String(status), `${Math.floor(status / 100)}XX`, "default"]) {
    const found = responses.find((response) => response.status === wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}
