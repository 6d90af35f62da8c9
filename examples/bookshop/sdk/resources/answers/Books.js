import { answerIssues } from "../../utils/validate/answer-issues.js";
import { BookSchema } from "../../models/Book.js";
import { BookPageSchema } from "../../models/BookPage.js";
import { Error_Schema } from "../../models/Error_.js";

export const BooksAnswers = {
  specs: {
    createBook: { "201": { content: { "application/json": { schema: () => BookSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } } },
    deleteBook: { "204": {}, "401": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
    getBook: { "200": { content: { "application/json": { schema: () => BookSchema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
    listBooks: { "200": { content: { "application/json": { schema: () => BookPageSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } } },
    replaceBook: { "200": { content: { "application/json": { schema: () => BookSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
    updateBook: { "200": { content: { "application/json": { schema: () => BookSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
  },
  check: answerIssues,
};
