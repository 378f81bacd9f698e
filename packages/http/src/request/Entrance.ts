import type { PublicAddress } from "@media/kernel/PublicAddress"
import type { IncomingMessage } from "node:http"
import { requestedHost } from "./RequestFacts.ts"
import { isAt } from "./SameOrigin.ts"

/** The step before the first: an address as browsers have it becomes the one that routes know. */
export interface Entrance {
  /** A target as routes know it: without the path that the service lies below, where it is still there. */
  readonly inside: (target: string) => string
  /** Replaces the target of a request, once. */
  readonly enter: (request: IncomingMessage) => void
  /** The target as it came. */
  readonly asked: (request: IncomingMessage) => string
  /** Does the browser have the public address before it, and not one of the server itself? */
  readonly isPublic: (request: IncomingMessage) => boolean
  /** The path of cookies: other programs of the same host are not sent them. */
  readonly cookiePath: (request: IncomingMessage) => string
}

/** What follows the folder in a target, from its slash or question mark on; undefined for a target elsewhere. */
const below = (folder: string, target: string): string | undefined => {
  if (!target.startsWith(folder)) return undefined
  const rest = target.slice(folder.length)
  return rest === "" || rest.startsWith("/") || rest.startsWith("?") ? rest : undefined
}

/**
 * A proxy may pass the public path on or take it away: no path of ours begins with it, so both are understood, and so is
 * who asks the server itself. Only these bytes are taken off: what remains is checked as if it had come that way.
 */
export const makeEntrance = (address: PublicAddress): Entrance => {
  const { api, app, apiPath, appPath } = address
  const cameAs = new WeakMap<IncomingMessage, string>()

  const inside = (target: string): string => {
    const ofApi = apiPath === "/api" ? undefined : below(apiPath, target)
    if (ofApi !== undefined) return `/api${ofApi}`
    const ofApp = appPath === "" ? undefined : below(appPath, target)
    return ofApp === undefined ? target : ofApp.startsWith("/") ? ofApp : `/${ofApp}`
  }
  const isPublic = (request: IncomingMessage): boolean => {
    if (app === undefined || cameAs.has(request)) return true
    return isAt(app, requestedHost(request))
  }
  const isApiBelow = api === undefined && apiPath.startsWith(`${appPath}/`)
  return {
    inside,
    enter: (request) => {
      const target = request.url ?? ""
      const known = inside(target)
      if (known === target) return
      cameAs.set(request, target)
      request.url = known
    },
    asked: (request) => cameAs.get(request) ?? request.url ?? "",
    isPublic,
    cookiePath: (request) => (appPath !== "" && isApiBelow && isPublic(request) ? appPath : "/")
  }
}
