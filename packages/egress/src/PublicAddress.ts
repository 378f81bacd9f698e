import ipaddr from "ipaddr.js"

/**
 * The class of an IP address:
 * - `public`: on the internet.
 * - `private`: this machine or a private network.
 * - `link-local`: valid only on the local link.
 * - `never`: connections are never allowed. This class consists of multicast, unspecified and reserved addresses, and
 *   of IPv6 addresses that embed an IPv4 address.
 */
export type AddressClass = "public" | "private" | "link-local" | "never"

/**
 * Addresses of cloud metadata services, which serve credentials. By their range, they look like addresses of a private
 * network.
 */
const METADATA: ReadonlySet<string> = new Set(["fd00:ec2::254", "100.100.100.200"])

/** True for an address in a private network that belongs neither to this machine nor to a cloud metadata service. */
export const isOfNetwork = (text: string): boolean =>
  classOf(text) === "private" &&
  ipaddr.parse(text).range() !== "loopback" &&
  !METADATA.has(ipaddr.parse(text).toString())

const PRIVATE: ReadonlySet<string> = new Set(["loopback", "private", "uniqueLocal", "carrierGradeNat"])

/**
 * Classifies an IP address. If an IPv6 address embeds an IPv4 address (mapped, NAT64, 6to4, Teredo), its class is
 * `never`. No public website needs such an address, and both addresses would have to be checked.
 */
export const classOf = (text: string): AddressClass => {
  // Reject addresses with a zone (`fe80::1%eth0`) here, because the parser ignores the zone.
  if (text.includes("%") || !ipaddr.isValid(text)) return "never"
  const address = ipaddr.parse(text)
  const range = address.range()
  if (PRIVATE.has(range)) return "private"
  if (range === "linkLocal") return "link-local"
  // Only 2000::/3 is assigned to the internet, but the library also classifies unassigned IPv6 addresses as unicast.
  const isGiven = address.kind() === "ipv4" || (address.toByteArray()[0]! & 0xe0) === 0x20
  return range === "unicast" && isGiven ? "public" : "never"
}
