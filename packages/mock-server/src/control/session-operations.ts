import type { Session } from "../state/sessions.js";
import { nothingThere, type PlaneOperation, type PlaneParts } from "./plane-operation.js";

export function sessionOperations({ sessions }: PlaneParts): Readonly<Record<string, PlaneOperation>> {
  const absent = (name: string, all: readonly Session[]): Error =>
    nothingThere(
      `There is no session ${JSON.stringify(name)}`,
      all.map((session) => session.name),
    );
  return {
    listSessions: async () => ({ sessions: (await sessions()).all.map(sessionJson) }),
    async getSession({ values }) {
      const { all } = await sessions();
      const name = values.pathTexts.name ?? "";
      const session = all.find((candidate) => candidate.name === name);
      if (!session) throw absent(name, all);
      return sessionJson(session);
    },
    async deleteSession({ values }) {
      const opened = await sessions();
      const name = values.pathTexts.name ?? "";
      if (!opened.drop(name)) throw absent(name, opened.all);
    },
    async deleteSessions() {
      const opened = await sessions();
      for (const { name } of opened.all) opened.drop(name);
    },
  };
}

function sessionJson({ name, createdAt, lastUsedAt }: Session): object {
  return { name, createdAt: new Date(createdAt).toISOString(), lastUsedAt: new Date(lastUsedAt).toISOString() };
}
