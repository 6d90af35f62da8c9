export { ApiError, BadRequestError, ClientError, ConflictError, ForbiddenError, NetworkError, NotFoundError, PreconditionFailedError, RateLimitError, ServerError, TimeoutError, UnauthorizedError, UnprocessableEntityError, ValidationError, } from "./errors.js";
export { model } from "./model.js";
export { QueryTooBroadError } from "./query/execute-query.js";
export { Query } from "./query/query.js";
export { RepeatedPageError } from "./query/read-pages.js";
export { Call, contextOf, Resource } from "./resource.js";
