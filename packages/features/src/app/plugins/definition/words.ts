import { type Decisions, hostsOf, reachableOf } from "../hosts.ts"
import type { Definition } from "./shapes.ts"

const listed = (words: ReadonlyArray<string>): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)!}`

const triggers = (hooks: Definition["hooks"]): ReadonlyArray<string> => [
  ...new Set(hooks.flatMap(({ triggeredBy }) => triggeredBy))
]

const networkWords = (
  permissions: Definition["permissions"],
  decisions: Decisions
): ReadonlyArray<string> => {
  const { hosts, privateHosts, refusedHosts } = reachableOf(hostsOf(permissions, decisions))
  const added = hosts.filter((host) => !permissions.network.includes(host))
  const all = [...hosts, ...privateHosts]
  return [
    hosts.includes("*")
      ? "It may connect to every public website."
      : all.length === 0
        ? "It may not use the network."
        : `It may connect only to ${listed(all)}.`,
    ...(added.length === 0
      ? []
      : [`An administrator also allowed ${listed(added)}, which the plugin does not request.`]),
    ...(privateHosts.length === 0
      ? []
      : [`An administrator allowed access to ${listed(privateHosts)} on your private network.`]),
    ...(refusedHosts.length === 0
      ? []
      : [`It requests access to ${listed(refusedHosts)}, which an administrator blocked.`])
  ]
}

/**
 * Returns the permissions of a plugin as messages that administrators read before they install the plugin. `decisions`
 * are the administrators' decisions about hosts.
 */
export const permissionWords = (
  { auth, hooks, permissions }: Definition,
  decisions: Decisions
): ReadonlyArray<string> => {
  const { api, memoryMb, readMedia, timeoutSeconds } = permissions
  return [
    ...networkWords(permissions, decisions),
    api.includes("edit")
      ? "It may read and edit your library: titles, dates, performers, studios and tags. You can undo each of its runs."
      : api.includes("read")
        ? "It may read your library: titles, paths and details. It may not change anything."
        : "It may not read or change your library.",
    readMedia ? "It may read your media files." : "It may not read your media files.",
    ...(hooks.length === 0
      ? []
      : [`It starts automatically after these changes: ${listed(triggers(hooks))}.`]),
    ...(auth.length === 0
      ? []
      : [`It receives the values that you enter for ${listed(auth.map(({ label }) => label))}.`]),
    `Each run can take up to ${timeoutSeconds} seconds and use up to ${memoryMb} MB of memory.`
  ]
}
