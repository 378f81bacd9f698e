import { spawnSync } from "node:child_process"
import type { Binaries } from "./Binaries.ts"
import { environment } from "./Binaries.ts"
import type { Layout } from "./Layout.ts"
import type { Account, RunAs } from "./RunAs.ts"
import { CAPABILITIES, canSetpriv, launch, unsearchableAncestor } from "./RunAs.ts"

/** Returns the way to start PostgreSQL if the launcher does not run as root: as the user of the launcher. */
export const asOurselves = (): RunAs => ({
  account: undefined,
  capability: undefined,
  setpriv: canSetpriv()
})

export const asAccount = (account: Account): RunAs => ({ ...asOurselves(), account })

/**
 * Returns the way to run PostgreSQL as the account that needs the fewest privileges and works: without a capability if
 * possible. Returns undefined if the account cannot access the programs and folders even with a capability.
 */
export const reach = (account: Account, layout: Layout, binaries: Binaries): RunAs | undefined => {
  const plain = asAccount(account)
  const ways = [
    ...(isShutOut(account, layout) ? [] : [plain]),
    ...(plain.setpriv ? CAPABILITIES.map((capability) => ({ ...plain, capability })) : [])
  ]
  return ways.find((way) => whyNot(way, layout, binaries) === undefined)
}

export const isShutOut = (account: Account, { clusterDir, socketDir }: Layout): boolean =>
  [clusterDir, socketDir].some((folder) => unsearchableAncestor(folder, account) !== undefined)

/**
 * Starts `initdb` in the given way. Returns the error of `initdb`, or undefined if `initdb` succeeds. The option `-s`
 * makes `initdb` only print its settings (20 ms). Checking the mode bits of the folders instead would miss ACLs, noexec
 * mounts, and containers that deny a capability.
 */
export const whyNot = (way: RunAs, { clusterDir }: Layout, binaries: Binaries): string | undefined => {
  const { args, file, options } = launch(way, binaries.initdb, ["-s", "-D", clusterDir, "-U", "media"], false)
  const { error, status, stderr } = spawnSync(file, [...args], {
    ...options,
    cwd: "/",
    encoding: "utf8",
    env: environment(binaries)
  })
  if (status === 0) return undefined
  return error?.message ?? stderr.trim().split("\n").slice(-3).join("\n")
}
