import type { IncomingMessage } from "node:http"
import { requestedHost } from "./RequestFacts.ts"

/** Is a request under this name answered? */
export type IsHostAllowed = (request: IncomingMessage) => boolean

const hostnameOf = (text: string): string | undefined => {
  try {
    return new URL(text).hostname.replace(/\.$/, "")
  } catch {
    return undefined
  }
}

/**
 * Under which names the server answers, when its operator lists them: `media.example.com`, `*.example.com` for every name
 * below, an address. Those of the public address are among them; ports do not count. Without a list it answers under any.
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

/** 421: this server is not to answer for that name. */
export const hostRefusal = {
  status: 421,
  code: "host_not_allowed",
  message: "The server does not answer under this name. Its operator lists names in MEDIA_ALLOWED_HOSTS."
} as const
