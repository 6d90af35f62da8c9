import { answerIssues } from "../../utils/validate/answer-issues.js";
import { Error_Schema } from "../../models/Error_.js";
import { SettingsSchema } from "../../models/Settings.js";

export const SettingsResourceAnswers = {
  specs: {
    getSettings: { "200": { content: { "application/json": { schema: () => SettingsSchema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } } },
    replaceSettings: { "200": { content: { "application/json": { schema: () => SettingsSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } } },
    updateSettings: { "200": { content: { "application/json": { schema: () => SettingsSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } } },
  },
  check: answerIssues,
};
