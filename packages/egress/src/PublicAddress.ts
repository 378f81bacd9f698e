import ipaddr from "ipaddr.js"

/**
 * The class of an IP address. `public` is an address on the internet. `private` is this machine or a local network.
 * `link-local` is valid only on the local link. `never` is not a usable host, such as a multicast, unspecified or
 * reserved address, or an IPv6 address that embeds an IPv4 address.
 */
export type AddressClass = "public" | "private" | "link-local" | "never"

/** Addresses at which clouds serve secrets, although they look like addresses of a private network. */
const METADATA: ReadonlySet<string> = new Set(["fd00:ec2::254", "100.100.100.200"])

/** True for a private address of another machine that is not a metadata service. */
export const isOfNetwork = (text: string): boolean =>
  classOf(text) === "private" &&
  ipaddr.parse(text).range() !== "loopback" &&
  !METADATA.has(ipaddr.parse(text).toString())

const PRIVATE: ReadonlySet<string> = new Set(["loopback", "private", "uniqueLocal", "carrierGradeNat"])

/**
 * Classifies an address in the spelling of the resolver. An address that embeds an IPv4 address (mapped, NAT64, 6to4,
 * Teredo) is never accepted, because no public name needs one, and both addresses would have to be checked.
 */
export const classOf = (text: string): AddressClass => {
  // The parser drops zones (`fe80::1%eth0`), so such addresses are rejected here.
  if (text.includes("%") || !ipaddr.isValid(text)) return "never"
  const address = ipaddr.parse(text)
  const range = address.range()
  if (PRIVATE.has(range)) return "private"
  if (range === "linkLocal") return "link-local"
  // Only 2000::/3 is assigned, but the library also classifies unassigned addresses as unicast.
  const isGiven = address.kind() === "ipv4" || (address.toByteArray()[0]! & 0xe0) === 0x20
  return range === "unicast" && isGiven ? "public" : "never"
}
