import { X509Certificate } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { generate } from "selfsigned";
import type { MockOptions } from "../../config/mock-options.js";
import { OptionsError } from "../../errors/options-error.js";

/** The certificate and key of a server, in PEM. */
export interface ServerIdentity {
  readonly cert: string;
  readonly key: string;
  /** The file of a generated certificate, which clients must trust. */
  readonly file?: string;
  /** Removes the file, if it is temporary. */
  remove?(): Promise<void>;
}

/** Lifetime of a generated certificate, in milliseconds. Browsers accept at most 398 days. */
const LIFETIME_MS = 397 * 24 * 60 * 60 * 1000;
/** A stored certificate that ends sooner than this is replaced, in milliseconds. */
const LEAST_LEFT_MS = 24 * 60 * 60 * 1000;

/**
 * The certificate of the options, else a generated one for localhost. The data folder stores it, so that clients and browsers need to trust
 * it only once. Without a data folder it is in a temporary file while the server runs.
 * @throws OptionsError CERTIFICATE_UNREADABLE, CERTIFICATE_INVALID
 */
export async function readIdentity(
  options: Pick<MockOptions, "cert" | "key" | "dataDir" | "memory" | "store">,
): Promise<ServerIdentity> {
  const { cert: file, key = file, dataDir, memory, store } = options;
  if (file !== undefined && key !== undefined) {
    const identity = { cert: await readPem("cert", file), key: await readPem("key", key) };
    checkPair(identity, file, key);
    return identity;
  }
  if (key !== undefined)
    throw new OptionsError("CERTIFICATE_INVALID", `--key ${key} needs a certificate.`, {
      hint: "Name the certificate with --cert as well.",
    });
  if (memory || store !== undefined) {
    const made = await makeIdentity();
    const folder = await mkdtemp(join(tmpdir(), "mock-server-"));
    const file = join(folder, "cert.pem");
    await writeFile(file, made.cert);
    return { ...made, file, remove: () => rm(folder, { recursive: true, force: true }) };
  }
  const [certFile, keyFile] = [certificateFile(dataDir), join(dataDir, ".https", "key.pem")];
  const kept = await Promise.all([readFile(certFile, "utf8"), readFile(keyFile, "utf8")]).catch(() => undefined);
  if (kept && Date.parse(new X509Certificate(kept[0]).validTo) > Date.now() + LEAST_LEFT_MS)
    return { cert: kept[0], key: kept[1], file: certFile };
  const made = await makeIdentity();
  await mkdir(join(dataDir, ".https"), { recursive: true });
  await writeFile(keyFile, made.key, { mode: 0o600 });
  await writeFile(certFile, made.cert);
  return { ...made, file: certFile };
}

/** The file of the generated certificate. */
function certificateFile(dataDir: string): string {
  return join(dataDir, ".https", "cert.pem");
}

async function makeIdentity(): Promise<ServerIdentity> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    notAfterDate: new Date(Date.now() + LIFETIME_MS),
    keyType: "ec",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
          { type: 7, ip: "::1" },
        ],
      },
    ],
  });
  return { cert, key };
}

async function readPem(option: string, file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new OptionsError("CERTIFICATE_UNREADABLE", `The file of --${option}, ${file}, cannot be read.`, {
      hint: "Check the path and its permissions.",
      cause: error,
    });
  }
}

function checkPair(identity: ServerIdentity, cert: string, key: string): void {
  try {
    createSecureContext(identity);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OptionsError("CERTIFICATE_INVALID", `${cert} and ${key} are not a certificate and its key: ${reason}.`, {
      hint: "Both must be in PEM, and the key must have no passphrase.",
      cause: error,
    });
  }
}
