import { isIP, isIPv4 } from "node:net"

/** Returns the 16-bit groups of a part of an IPv6 address. An IPv4 address at the end yields two groups. */
const groupsOf = (part: string): ReadonlyArray<number> =>
  part === ""
    ? []
    : part.split(":").flatMap((group) => {
        if (!group.includes(".")) return [Number.parseInt(group, 16)]
        const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number)
        return [a * 256 + b, c * 256 + d]
      })

const expand = (address: string): ReadonlyArray<number> => {
  const [head = "", tail] = address.split("::")
  const first = groupsOf(head)
  if (tail === undefined) return first
  const last = groupsOf(tail)
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

/**
 * Returns the key for per-client limits. For an IPv4 address, the key is the address itself. For an IPv6 address, the
 * key is the /64 network, because a household has one /64 and may use any address in that network. All spellings of an
 * address give the same key. If the text is not an IPv6 address, the key is the text.
 */
export const networkKey = (address: string): string => {
  const plain = address.split("%")[0] ?? ""
  if (isIP(plain) !== 6) return plain
  const groups = expand(plain.toLowerCase())
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".")
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`
}

/** True for a loopback address: 127.0.0.0/8 or ::1. */
export const isLoopback = (address: string): boolean => {
  const plain = address.replace(/^::ffff:/i, "")
  return (isIPv4(plain) && plain.startsWith("127.")) || plain === "::1"
}
