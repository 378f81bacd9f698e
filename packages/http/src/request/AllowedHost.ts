import type { IncomingMessage } from "node:http"
import { requestedHost } from "./RequestFacts.ts"

/** True if the server accepts requests for this host. */
export type IsHostAllowed = (request: IncomingMessage) => boolean

const hostnameOf = (text: string): string | undefined => {
  try {
    return new URL(text).hostname.replace(/\.$/, "")
  } catch {
    return undefined
  }
}

/**
 * Returns a check for the hosts that the operator listed: `media.example.com`, `*.example.com` for every subdomain, or
 * an IP address. The hosts of the public URL are always allowed, and ports are ignored. If the list is empty, every
 * host is allowed.
 */
export const allowedHosts = (
  entries: ReadonlyArray<string>,
  ownNames: ReadonlyArray<string>
): IsHostAllowed => {
  if (entries.length === 0) return () => true
  const named = (some: ReadonlyArray<string>) => some.flatMap((entry) => hostnameOf(`http://${entry}`) ?? [])
  const isEnding = (entry: string): boolean => entry.startsWith("*.")
  const exact = new Set([...named(entries.filter((entry) => !isEnding(entry))), ...ownNames])
  const endings = named(entries.filter(isEnding).map((entry) => entry.slice(2)))
  return (request) => {
    const { host } = requestedHost(request)
    const asked = /^[\w.:[\]-]+$/.test(host) ? hostnameOf(`http://${host}`) : undefined
    if (asked === undefined) return false
    return exact.has(asked) || endings.some((ending) => asked.endsWith(`.${ending}`))
  }
}

/** 421 means that this server is not responsible for the host. */
export const hostRefusal = {
  status: 421,
  code: "host_not_allowed",
  message:
    "The server does not accept requests for this host name. Its operator can add the name to MEDIA_ALLOWED_HOSTS."
} as const
