export { ApiError, BadRequestError, ClientError, ConflictError, ForbiddenError, NetworkError, NotFoundError, PreconditionFailedError, RateLimitError, ServerError, TimeoutError, UnauthorizedError, UnprocessableEntityError, ValidationError } from "./errors.js";
export { Resource, contextOf } from "./http.js";
export { Query, QueryTooBroadError } from "./query.js";
export { model } from "./validate.js";
