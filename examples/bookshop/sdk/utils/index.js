export { model } from "./check.js";
export { ApiError, BadRequestError, ClientError, ConflictError, ForbiddenError, NetworkError, NotFoundError, PreconditionFailedError, QueryTooBroadError, RateLimitError, ServerError, TimeoutError, UnauthorizedError, UnprocessableEntityError, ValidationError } from "./errors.js";
export { Query } from "./query.js";
export { Call, Resource, contextOf } from "./resource.js";
