import { answerIssues } from "../../utils/validate/answer-issues.js";
import { AuthorSchema } from "../../models/Author.js";
import { AuthorPageSchema } from "../../models/AuthorPage.js";
import { Error_Schema } from "../../models/Error_.js";

export const AuthorsAnswers = {
  specs: {
    createAuthor: { "201": { content: { "application/json": { schema: () => AuthorSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } } },
    deleteAuthor: { "204": {}, "401": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
    getAuthor: { "200": { content: { "application/json": { schema: () => AuthorSchema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
    listAuthors: { "200": { content: { "application/json": { schema: () => AuthorPageSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } } },
    updateAuthor: { "200": { content: { "application/json": { schema: () => AuthorSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
  },
  check: answerIssues,
};
