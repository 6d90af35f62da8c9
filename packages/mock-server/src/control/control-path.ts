/** The path of the control plane. */
export const CONTROL_PATH = "/__mock";

/** The path of the authorization server. */
export const OAUTH_PATH: string = `${CONTROL_PATH}/oauth`;

/** The address of requests that came without a socket: they are the program's own. */
export const IN_PROCESS = "in-process";
