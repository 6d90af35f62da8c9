import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** An address that requests may not go to; the message says why and what to do. */
export class AddressRefused extends Error {
  constructor(host: string, found: string) {
    const is = found === "" ? "is not an address of this machine" : `is ${found}, no address of this machine`;
    super(`${host} ${is}; --callbacks-allow ${host} allows it`);
  }
}

/** Which hosts requests may go to. Decided by the address that is connected to, not by what a name meant a moment before. */
export interface AllowedHosts {
  /** @throws AddressRefused of an address; names are looked at when they are looked up */
  check(host: string): void;
  /** Looks a name up, and refuses what it leads to. */
  lookupFor(host: string): LookupFunction;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** @param names hosts that are allowed whatever their addresses: `hooks.example.com`, `*.example.com` */
export function allowedHosts(names: readonly string[]): AllowedHosts {
  const isNamed = (host: string): boolean =>
    names.some((name) => {
      const wanted = name.trim().toLowerCase();
      return wanted.startsWith("*.") ? host.endsWith(wanted.slice(1)) : host === wanted;
    });
  return {
    check(host) {
      const bare = withoutBrackets(host);
      if (isIP(bare) !== 0 && !isLoopback(bare) && !isNamed(bare) && !isNamed(host)) throw new AddressRefused(host, "");
    },
    lookupFor(host) {
      const isFree = isNamed(host.toLowerCase());
      return (name, options, done) => {
        lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
          if (error) return done(error, "", 0);
          const allowed = isFree ? found : found.filter(({ address }) => isLoopback(address));
          const [first] = allowed;
          if (!first) return done(new AddressRefused(host, found.map(({ address }) => address).join(", ")), "", 0);
          if (options.all) return done(null, allowed);
          return done(null, first.address, first.family);
        });
      };
    },
  };
}

function isLoopback(address: string): boolean {
  const version = isIP(address);
  // An IPv4 address in the clothes of IPv6 is the IPv4 address.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return LOOPBACK.check(mapped, "ipv4");
  return LOOPBACK.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** `::1` of `[::1]`. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
