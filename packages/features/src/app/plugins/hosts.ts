import * as SqlClient from "@effect/sql/SqlClient"
import { allowedHost } from "@media/egress/AllowList"
import { classOf, isOfNetwork } from "@media/egress/PublicAddress"
import { isDeclared } from "@media/sandbox/DeclaredHosts"
import { Conflict, Invalid } from "@media/kernel/Errors"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isIP } from "node:net"
import { commandBy } from "../../platform/access/Command.ts"
import { pluginHostsDecider } from "./decider.ts"
import { HOST } from "./definition/readPlugin.ts"
import type { PluginPermissions } from "./definition/shapes.ts"
import { HostAccess } from "./events.ts"
import { pluginStream } from "./ids.ts"

const Row = Schema.Struct({
  pluginId: Schema.String,
  host: Schema.String,
  access: HostAccess
})
/** The decisions about the hosts of one plugin. */
export type Decisions = ReadonlyArray<Omit<typeof Row.Type, "pluginId">>

export const decisionsOfAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(
    sql`select plugin_id as "pluginId", host, access from plugin_hosts order by plugin_id, host`
  )
  const all = new Map<string, Decisions>()
  for (const { pluginId, ...decision } of rows) all.set(pluginId, [...(all.get(pluginId) ?? []), decision])
  return all as ReadonlyMap<string, Decisions>
})

export const decisionsOf = (pluginId: string) => Effect.map(decisionsOfAll, (all) => all.get(pluginId) ?? [])

/** Returns the hosts of a plugin, each with its decision. The hosts of the manifest come first. */
export const hostsOf = ({ network }: Pick<PluginPermissions, "network">, decisions: Decisions): Decisions => [
  ...network.map((host) => ({
    host,
    access: decisions.find((each) => each.host === host)?.access ?? ("manifest" as const)
  })),
  ...decisions.filter(
    ({ access, host }) => !network.includes(host) && (access !== "refused" || isDeclared(network, host))
  )
]

/** Groups hosts by access in the form that the sandbox requires. */
export const reachableOf = (hosts: Decisions) => ({
  hosts: hosts.filter(({ access }) => access !== "refused" && access !== "private").map(({ host }) => host),
  privateHosts: hosts.filter(({ access }) => access === "private").map(({ host }) => host),
  refusedHosts: hosts.filter(({ access }) => access === "refused").map(({ host }) => host)
})

const refused = (message: string) =>
  new Invalid({ reason: `host: ${message}`, fields: [{ path: "host", message }] })

/** Fails with `Invalid` unless the text is a host name or an address in the private network, with an optional port. */
const requirePrivate = (text: string) => {
  const found = allowedHost(text)
  if (found === undefined)
    return refused("must be a host name or an IP address, such as nas.local or 192.168.1.5:8080")
  if (found.host === "localhost" || (isIP(found.host) !== 0 && !isOfNetwork(found.host)))
    return refused(
      classOf(found.host) === "public"
        ? "must be allowed as a website, because it is a public address"
        : "must be an address in your network, and not this server itself"
    )
  return Effect.void
}

/**
 * Fails if the host does not fit the access:
 * - `private` requires a host in the private network.
 * - `refused` requires a host that the manifest requests.
 * - `allowed` requires the name of a single website.
 */
const requireDecision = (
  { network }: Pick<PluginPermissions, "network">,
  host: string,
  access: HostAccess
): Effect.Effect<void, Invalid | Conflict> => {
  if (access === "private") return requirePrivate(host)
  if (access === "refused")
    return isDeclared(network, host)
      ? Effect.void
      : new Conflict({ reason: `The plugin does not request access to ${host}.` })
  if (access === "manifest") return Effect.void
  if (host === "*" || !HOST.test(host))
    return refused("must be the name of a website, such as api.example.org")
  return Effect.void
}

interface Decision {
  readonly host: string
  readonly access: HostAccess
}

/** Records a decision about a host. The decision does not affect runs that have already started. */
export const decideHost = (
  principal: Principal,
  {
    definition,
    id
  }: {
    readonly id: string
    readonly definition: { readonly name: string; readonly permissions: PluginPermissions }
  },
  given: Decision
) =>
  Effect.gen(function* () {
    const host = given.host.trim().toLowerCase()
    const { permissions } = definition
    const isAsked = permissions.network.includes(host)
    // Allowing a host that is in the manifest only reverts a refusal.
    const access = given.access === "allowed" && isAsked ? "manifest" : given.access
    yield* requireDecision(permissions, host, access)
    yield* commandBy(principal, {
      streamId: pluginStream(id),
      decider: pluginHostsDecider,
      command: { _tag: "SetHost", pluginId: id, plugin: definition.name, host, access }
    })
  })

/** Deletes all decisions about the hosts of a plugin. */
export const forgetHosts = (principal: Principal, pluginId: string, plugin: string) =>
  commandBy(principal, {
    streamId: pluginStream(pluginId),
    decider: pluginHostsDecider,
    command: { _tag: "Forget", pluginId, plugin }
  })
