import type { PublicAddress } from "@media/kernel/PublicAddress"
import type { IncomingMessage } from "node:http"
import { requestedHost } from "./RequestFacts.ts"
import { isAt } from "./SameOrigin.ts"

/** The first step for every request: translates public URLs to the paths of the routes. */
export interface Entrance {
  /** Translates a target from the client to the form that routes use, which lacks the public path. */
  readonly inside: (target: string) => string
  /** Translates the target of a request in place. Called once per request. */
  readonly enter: (request: IncomingMessage) => void
  /** Returns the target that the client sent. */
  readonly asked: (request: IncomingMessage) => string
  /** True if the browser used the public URL and not an address of the server itself. */
  readonly isPublic: (request: IncomingMessage) => boolean
  /** Returns the path for cookies, so that other programs on the same host do not receive the cookies. */
  readonly cookiePath: (request: IncomingMessage) => string
}

/**
 * Returns the rest of a target after the folder, beginning with a slash or question mark. Undefined if the target is
 * not below the folder.
 */
const below = (folder: string, target: string): string | undefined => {
  if (!target.startsWith(folder)) return undefined
  const rest = target.slice(folder.length)
  return rest === "" || rest.startsWith("/") || rest.startsWith("?") ? rest : undefined
}

/**
 * Creates the entrance. A proxy may pass on the public path or remove it. Since no route begins with the public path,
 * both variants work, and so do requests to the server's own address. Only the public path is removed, and the rest is
 * checked like any other target.
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
