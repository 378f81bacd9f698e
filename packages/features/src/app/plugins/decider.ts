import type { Decider } from "@media/event-store/Decider"
import { Conflict } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { HostAccess, PluginEvent } from "./events.ts"

/** Maximum number of hosts per plugin, because every run reads all hosts. */
export const mostHosts = 100

interface Target {
  readonly pluginId: string
  readonly plugin: string
}
export type PluginCommand =
  | ({ readonly _tag: "SetHost"; readonly host: string; readonly access: HostAccess } & Target)
  /** Revokes all decisions about a removed plugin. If the plugin is installed again, only its manifest applies. */
  | ({ readonly _tag: "Forget" } & Target)

/** The decisions of administrators that differ from the manifest, keyed by host. */
type State = ReadonlyMap<string, HostAccess>

export const pluginHostsDecider: Decider<PluginCommand, State, PluginEvent, Conflict> = {
  initial: new Map(),
  decide: (command, state) => {
    const { plugin, pluginId } = command
    const set = (host: string, access: HostAccess): PluginEvent => ({
      _tag: "plugin.host-set.v1",
      ...{ pluginId, plugin, host, access }
    })
    if (command._tag === "Forget") return Either.right([...state.keys()].map((host) => set(host, "manifest")))
    const { access, host } = command
    if ((state.get(host) ?? "manifest") === access) return Either.right([])
    if (!state.has(host) && state.size >= mostHosts)
      return Either.left(
        new Conflict({ reason: `You can allow or block at most ${mostHosts} websites for a plugin.` })
      )
    return Either.right([set(host, access)])
  },
  evolve: (state, { access, host }) => {
    const next = new Map(state)
    if (access === "manifest") next.delete(host)
    else next.set(host, access)
    return next
  }
}
