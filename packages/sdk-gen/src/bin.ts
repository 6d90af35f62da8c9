process.stderr.write(
  "generate-sdk: not built yet. Today the workspace offers mock-server: npx mock-server <description>\n",
);

/** 1: the job could not be done. */
export const exitCode: number = 1;
