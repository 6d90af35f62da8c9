import { answerIssues } from "../../utils/validate/answer-issues.js";
import { AuthorsAnswers } from "./Authors.js";
import { BooksAnswers } from "./Books.js";
import { ReviewsAnswers } from "./Reviews.js";
import { CustomersAnswers } from "./Customers.js";
import { OrdersAnswers } from "./Orders.js";
import { SettingsResourceAnswers } from "./SettingsResource.js";

export const answers = { specs: { ...AuthorsAnswers.specs, ...BooksAnswers.specs, ...ReviewsAnswers.specs, ...CustomersAnswers.specs, ...OrdersAnswers.specs, ...SettingsResourceAnswers.specs }, check: answerIssues };
