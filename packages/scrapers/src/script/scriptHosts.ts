import type { Action } from "../definition/Definition.ts"

const HOST =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@\s]*@)?((?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z]{2,})(?=[:/?#]|$)/i

/**
 * Returns the hosts that a script may reach. Community scripts do not declare hosts, so these are the hosts of the URLs
 * that their file supports.
 */
export const scriptHosts = (
  actions: ReadonlyArray<Pick<Action, "queryUrl" | "urls">>
): ReadonlyArray<string> => {
  const hosts = new Set<string>()
  for (const { queryUrl, urls } of actions)
    for (const address of [...urls, queryUrl]) {
      const host = HOST.exec(address)?.[1]
        ?.toLowerCase()
        .replace(/^www\./, "")
      if (host !== undefined) hosts.add(host).add(`*.${host}`)
    }
  return [...hosts]
}
