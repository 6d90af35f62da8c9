import { createDocumentService } from "@onespec/framework-cli";

/** The document at /settings. Business logic goes here: add methods, or replace those that come with the contract. */
export default (context) => {
  const settings = createDocumentService(context, {
    model: "Settings",
    shape: "Settings",
    first: { shopName: "The Open Book", currency: "EUR", taxRate: 0.07 },
    readOnly: ["updatedAt"],
    replaced: "Settings",
  });
  const now = () => ({ updatedAt: new Date().toISOString() });
  return {
    ...settings,
    replace: (params, body) => settings.replace(params, body, now()),
    update: (params, body) => settings.update(params, body, now()),
  };
};
