import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The installed version of this package. */
export interface PackageInfo {
  /** Absolute. */
  readonly folder: string;
  readonly version: string;
  /** True in a clone of the project, false in an installed package. */
  readonly isCheckout: boolean;
  /** Versions it was tested with, by package. */
  readonly tested: Readonly<Record<string, string>>;
}

export function readPackageInfo(): PackageInfo {
  // The package folder is two levels up, both from dist/cli and from dist/bundle.
  const folder = fileURLToPath(new URL("../..", import.meta.url));
  const { version, devDependencies } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
  return { folder, version, isCheckout: existsSync(`${folder}tsconfig.json`), tested: devDependencies };
}
