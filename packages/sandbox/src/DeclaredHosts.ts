import type { Reach } from "@media/egress/AddressCheck"
import { allowedHost, isAllowed } from "@media/egress/AllowList"
import type { SandboxRun } from "./Sandbox.ts"

type Hosts = Pick<SandboxRun, "hosts" | "privateHosts" | "refusedHosts">

/** Decides whether a program may connect to a host. Returns the kind of addresses that the host may resolve to, or undefined to refuse the host. */
export type ReachOf = (host: string, port: number) => Reach | undefined

export const hasNetwork = ({ hosts = [], privateHosts = [] }: Hosts): boolean =>
  hosts.length + privateHosts.length > 0

/**
 * True if the host matches a declared name. `Tunnel` then checks the addresses. `*.example.org` does not match
 * `example.org`.
 */
export const isDeclared = (declared: ReadonlyArray<string>, host: string): boolean => {
  const name = host.toLowerCase()
  return declared.some((entry) => {
    const wanted = entry.toLowerCase()
    if (wanted === "*") return true
    return wanted.startsWith("*.") ? name.endsWith(wanted.slice(1)) : name === wanted
  })
}

/**
 * Returns the rule for the connections of a run. `*` means every public host, so it never includes the private hosts
 * that the operator of the server listed.
 */
export const reachOf = ({ hosts = [], privateHosts = [], refusedHosts = [] }: Hosts): ReachOf => {
  const given = privateHosts.flatMap((host) => allowedHost(host) ?? [])
  const named = hosts.filter((host) => host !== "*")
  return (host, port) => {
    if (isAllowed(given, { host, port })) return "network"
    if (refusedHosts.includes(host.toLowerCase())) return undefined
    if (isDeclared(named, host)) return "listed"
    return hosts.includes("*") ? "public" : undefined
  }
}
