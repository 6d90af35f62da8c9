export { ApiError, BadRequestError, ClientError, ConflictError, ForbiddenError, NetworkError, NotFoundError, PreconditionFailedError, QueryTooBroadError, RateLimitError, ServerError, TimeoutError, UnauthorizedError, UnprocessableEntityError, ValidationError } from "./errors.js";
export { Call, Resource, contextOf } from "./http.js";
export { Query } from "./query.js";
export { model } from "./validate.js";
