import ipaddr from "ipaddr.js"

/**
 * `public`: an address on the internet. `private`: this machine or a local network. `never`: not a usable host, such
 * as multicast, unspecified, reserved, and IPv6 that embeds an IPv4 address.
 */
export type AddressClass = "public" | "private" | "link-local" | "never"

/** Clouds serve their secrets there, although the addresses look like those of a private network. */
const METADATA: ReadonlySet<string> = new Set(["fd00:ec2::254", "100.100.100.200"])

/** A private address of another machine, as opposed to this one, and of no metadata service. */
export const isOfNetwork = (text: string): boolean =>
  classOf(text) === "private" &&
  ipaddr.parse(text).range() !== "loopback" &&
  !METADATA.has(ipaddr.parse(text).toString())

const PRIVATE: ReadonlySet<string> = new Set(["loopback", "private", "uniqueLocal", "carrierGradeNat"])

/**
 * Classifies an address in the resolver's spelling. An address that embeds an IPv4 address (mapped, NAT64, 6to4,
 * Teredo) is never accepted: no public name needs one, and both addresses would have to be checked.
 */
export const classOf = (text: string): AddressClass => {
  // The parser drops zones (`fe80::1%eth0`).
  if (text.includes("%") || !ipaddr.isValid(text)) return "never"
  const address = ipaddr.parse(text)
  const range = address.range()
  if (PRIVATE.has(range)) return "private"
  if (range === "linkLocal") return "link-local"
  // Only 2000::/3 is assigned, but the library also classifies unassigned addresses as unicast.
  const isGiven = address.kind() === "ipv4" || (address.toByteArray()[0]! & 0xe0) === 0x20
  return range === "unicast" && isGiven ? "public" : "never"
}
