import { spawnSync } from "node:child_process"
import type { Binaries } from "./Binaries.ts"
import { environment } from "./Binaries.ts"
import type { Layout } from "./Layout.ts"
import type { Account, RunAs } from "./RunAs.ts"
import { CAPABILITIES, canSetpriv, launch, unsearchableAncestor } from "./RunAs.ts"

/** Returns how to start PostgreSQL for a launcher that an ordinary user started. PostgreSQL runs as the same user. */
export const asOurselves = (): RunAs => ({
  account: undefined,
  capability: undefined,
  setpriv: canSetpriv()
})

export const asAccount = (account: Account): RunAs => ({ ...asOurselves(), account })

/**
 * Returns the least privilege with which the account can run these programs and enter these folders. Returns undefined
 * if no privilege is sufficient.
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
 * Explains why `initdb` cannot run in this way, or returns undefined if it can. Runs the real program, which only
 * prints its settings (20 ms), because mode bits do not cover ACLs, noexec mounts, or a container that denies a
 * capability.
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
