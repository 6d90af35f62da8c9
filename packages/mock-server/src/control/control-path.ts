/** The path of the control plane. */
export const CONTROL_PATH = "/__mock";

/** The path of the authorization server. */
export const OAUTH_PATH: string = `${CONTROL_PATH}/oauth`;

/** The client address of requests that the program itself sent, without a socket. */
export const IN_PROCESS = "in-process";
