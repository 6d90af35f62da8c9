export { ApiError, BadRequestError, ClientError, ConflictError, ForbiddenError, NetworkError, NotFoundError, PreconditionFailedError, RateLimitError, ServerError, TimeoutError, UnauthorizedError, UnprocessableEntityError, ValidationError, } from "./errors.js";
export { model } from "./model.js";
export { Query } from "./query/query.js";
export { QueryTooBroadError } from "./query/query-too-broad-error.js";
export { RepeatedPageError } from "./query/repeated-page-error.js";
export { Call, contextOf, Resource } from "./resource.js";
