import { answerIssues } from "../../utils/validate/answer-issues.js";
import { Error_Schema } from "../../models/Error_.js";
import { ReviewSchema } from "../../models/Review.js";
import { ReviewPageSchema } from "../../models/ReviewPage.js";

export const ReviewsAnswers = {
  specs: {
    createReview: { "201": { content: { "application/json": { schema: () => ReviewSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
    deleteReview: { "204": {}, "401": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
    getReview: { "200": { content: { "application/json": { schema: () => ReviewSchema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
    listReviews: { "200": { content: { "application/json": { schema: () => ReviewPageSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
    updateReview: { "200": { content: { "application/json": { schema: () => ReviewSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
  },
  check: answerIssues,
};
