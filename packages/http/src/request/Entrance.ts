import type { PublicAddress } from "@media/kernel/PublicAddress"
import type { IncomingMessage } from "node:http"
import { requestedHost } from "./RequestFacts.ts"
import { isAt } from "./SameOrigin.ts"

/** The step before all others: translates a public URL to the paths of the routes. */
export interface Entrance {
  /** The target in the form of the routes: without the public path, if it is still there. */
  readonly inside: (target: string) => string
  /** Replaces the target of a request, once. */
  readonly enter: (request: IncomingMessage) => void
  /** The original target. */
  readonly asked: (request: IncomingMessage) => string
  /** Tells whether the browser uses the public URL rather than one of the server itself. */
  readonly isPublic: (request: IncomingMessage) => boolean
  /** The path of cookies, so that other programs of the same host do not receive them. */
  readonly cookiePath: (request: IncomingMessage) => string
}

/** The part of a target after the folder, from its slash or question mark on; undefined for other targets. */
const below = (folder: string, target: string): string | undefined => {
  if (!target.startsWith(folder)) return undefined
  const rest = target.slice(folder.length)
  return rest === "" || rest.startsWith("/") || rest.startsWith("?") ? rest : undefined
}

/**
 * A proxy may pass the public path on or remove it. None of our paths begins with it, so both work, and so do requests
 * to the server itself. Only these bytes are removed: the rest is checked as if it had arrived that way.
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
