import type { RequestOrigin } from "@media/wire/Security"
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { BlockList, isIPv6, type Socket } from "node:net"

/**
 * Parses the list of proxies that are trusted to report the client's address and protocol: addresses or CIDR ranges.
 */
export const trustedProxies = (entries: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/")
    const family = isIPv6(address) ? "ipv6" : "ipv4"
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const plainAddress = (address: string): string => address.replace(/^::ffff:/i, "")

export const isTrusted = (proxies: BlockList, address: string): boolean =>
  proxies.check(plainAddress(address), isIPv6(plainAddress(address)) ? "ipv6" : "ipv4")

interface Peer {
  readonly address: string
  readonly isTrusted: boolean
}

/**
 * A cache of peers, keyed by socket. Getting the address is a system call, and checking the address allocates memory.
 */
const peers = new WeakMap<Socket, Peer>()

const peerOf = (socket: Socket, proxies: BlockList): Peer => {
  const known = peers.get(socket)
  if (known !== undefined) return known
  const address = plainAddress(socket.remoteAddress ?? "")
  const peer = { address, isTrusted: isTrusted(proxies, address) }
  peers.set(socket, peer)
  return peer
}

/**
 * Returns the host that the client requested: the last entry of `X-Forwarded-Host` if a trusted proxy sent the request,
 * otherwise `Host`. The header of a proxy may lack the port. A page cannot choose either header for a request to
 * another site.
 */
export const requestedHost = (
  request: IncomingMessage
): { readonly host: string; readonly hasPort: boolean } => {
  const isProxied = peers.get(request.socket)?.isTrusted === true
  const forwarded = isProxied
    ? String(request.headers["x-forwarded-host"] ?? "")
        .split(",")
        .at(-1)
        ?.trim()
    : ""
  const host = (forwarded === undefined || forwarded === "" ? request.headers.host : forwarded) ?? ""
  return { host: host.toLowerCase(), hasPort: !isProxied || /:\d+$/.test(host) }
}

export const newRequestId = (): string => randomUUID().replaceAll("-", "").slice(0, 16)

const facts = new WeakMap<IncomingMessage, RequestOrigin>()

/**
 * Determines the client's address, the protocol and other facts about a request, and stores them for later calls of
 * `originOf`. Called once per request. Forwarding headers are used only from a trusted proxy, and only their last
 * entry.
 */
export const establish = (
  request: IncomingMessage,
  proxies: BlockList,
  cookiePath: (request: IncomingMessage) => string = () => "/",
  publicAddress?: string
): RequestOrigin => {
  const { address: peer, isTrusted: isProxied } = peerOf(request.socket, proxies)
  const forwarded = isProxied ? String(request.headers["x-forwarded-for"] ?? "") : ""
  const nearest = forwarded.split(",").at(-1)?.trim()
  const protocol = isProxied ? request.headers["x-forwarded-proto"] : undefined
  const key = request.headers["idempotency-key"]
  const origin: RequestOrigin = {
    ipAddress: nearest === undefined || nearest === "" ? peer : plainAddress(nearest),
    userAgent: String(request.headers["user-agent"] ?? "").slice(0, 300),
    requestId: newRequestId(),
    isSecure: protocol === "https" || "encrypted" in request.socket,
    cookiePath: cookiePath(request),
    publicAddress,
    idempotencyKey: key === undefined ? undefined : String(key).toLowerCase()
  }
  facts.set(request, origin)
  return origin
}

export const originOf = (request: IncomingMessage): RequestOrigin => {
  const origin = facts.get(request)
  if (origin === undefined) throw new Error("a request reached a handler without passing the listener")
  return origin
}
