import { createContractService } from "@onespec/framework-cli";
import { hashPassword } from "../../lib/hash-password.js";

/** The records of /customers. Passwords are kept as hashes. */
export default (context) => {
  const records = createContractService(context, {
    model: "Customer",
    id: { parameter: "customerId", field: "id" },
    readOnly: ["id", "createdAt"],
    shapes: ["Customer"],
    list: {
      limit: { parameter: "limit", usual: 20, most: 100 },
      offset: "offset",
      filters: [{ parameter: "email", property: ["email"], operator: "eq" }],
    },
  });

  const safe = async (body) =>
    body.password === undefined ? body : { ...body, password: await hashPassword(body.password) };
  return {
    ...records,
    create: async (params, body) => records.create(params, await safe(body)),
    update: async (params, body) => records.update(params, await safe(body)),
  };
};
