import ipaddr from "ipaddr.js"

/**
 * `public`: an address of the internet. `private`: of this machine or a network of its owner. `never`: no host of anyone's
 * that could be meant: multicast, unspecified, reserved, and IPv6 that stands for an IPv4 address.
 */
export type AddressClass = "public" | "private" | "link-local" | "never"

const PRIVATE: ReadonlySet<string> = new Set(["loopback", "private", "uniqueLocal", "carrierGradeNat"])

/**
 * What lies behind an address, in the spelling of the resolver. An address that carries an IPv4 address within (mapped,
 * NAT64, 6to4, Teredo) is never taken: no public name needs it, and it would have to be judged twice.
 */
export const classOf = (text: string): AddressClass => {
  // A zone (`fe80::1%eth0`) is dropped by the parser.
  if (text.includes("%") || !ipaddr.isValid(text)) return "never"
  const address = ipaddr.parse(text)
  const range = address.range()
  if (PRIVATE.has(range)) return "private"
  if (range === "linkLocal") return "link-local"
  // Only 2000::/3 is given out; the library calls what it does not know in the rest unicast.
  const isGiven = address.kind() === "ipv4" || (address.toByteArray()[0]! & 0xe0) === 0x20
  return range === "unicast" && isGiven ? "public" : "never"
}
