import ipaddr from "ipaddr.js"
import type { FetchTarget } from "./FetchTarget.ts"

/**
 * A host to which the server may connect although its addresses are private. If no port is given, every port is
 * allowed.
 */
export interface AllowedHost {
  readonly host: string
  readonly port: number | undefined
}

const plain = (host: string): string => {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase()
  return ipaddr.isValid(bare) ? ipaddr.parse(bare).toString() : bare
}

/**
 * Parses `nas.local`, `nas.local:8080`, `192.168.1.5`, `[fd00::5]:8080` or `fd00::5`. Returns undefined for invalid
 * text.
 */
export const allowedHost = (text: string): AllowedHost | undefined => {
  const isBareV6 = ipaddr.IPv6.isValid(text)
  const port = isBareV6 ? undefined : /:(\d{1,5})$/.exec(text)?.[1]
  const host = plain(port === undefined ? text : text.slice(0, -port.length - 1))
  const isHost = ipaddr.isValid(host) || /^[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?$/.test(host)
  return isHost && Number(port ?? 1) <= 65_535
    ? { host, port: port === undefined ? undefined : Number(port) }
    : undefined
}

export const isAllowed = (
  list: ReadonlyArray<AllowedHost>,
  { host, port }: Pick<FetchTarget, "host" | "port">
): boolean =>
  list.some((each) => each.host === plain(host) && (each.port === undefined || each.port === port))
