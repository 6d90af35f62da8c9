import type { Operation, OperationResponse } from "@onespec/spec-core";

/** The status an operation answers when all is well, and what is documented for it: the role's usual one first, else the lowest 2xx. */
export function selectSuccess({ responses, role }: Operation): {
  readonly status: number;
  readonly response: OperationResponse | undefined;
} {
  const usual = role.kind === "create" ? 201 : role.kind === "delete" ? 204 : 200;
  const exact = responses
    .filter(({ status }) => /^2\d\d$/.test(status))
    .sort((a, b) => Number(a.status) - Number(b.status));
  const best = exact.find(({ status }) => Number(status) === usual) ?? exact[0];
  if (best) return { status: Number(best.status), response: best };
  const wide = responses.find(({ status }) => status === "2XX") ?? responses.find(({ status }) => status === "default");
  const status = wide && usual === 204 && wide.content.length > 0 ? 200 : usual;
  return { status, response: wide };
}
