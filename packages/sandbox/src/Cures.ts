import { existsSync, readFileSync } from "node:fs"
import type { Machine } from "./Machine.ts"

const setting = (path: string): string | undefined => {
  try {
    return readFileSync(path, "latin1").trim()
  } catch {
    return undefined
  }
}

/** Returns advice for administrators on how to reach the next isolation level, based on the settings of this machine. */
export const cureOf = (machine: Machine, level: 1 | 2): string => {
  const { bwrap, isPrivileged, isRoot, setpriv, unshare } = machine
  if (process.platform !== "linux") return "Run the worker on Linux."
  if (level === 2) return "Install perl or bubblewrap on the worker's machine."
  if (bwrap === undefined && (unshare === undefined || setpriv === undefined))
    return "Install util-linux or bubblewrap on the worker's machine."
  if (existsSync("/.dockerenv") || existsSync("/run/.containerenv"))
    return (
      "Allow user namespaces in the worker's container: " +
      'enable "security_opt" of the worker in docker-compose.yml. ' +
      "docs/plugin-safety.md explains what this means."
    )
  if (setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1")
    return "Allow user namespaces: sysctl kernel.apparmor_restrict_unprivileged_userns=0, or install an AppArmor profile for bwrap."
  if (setting("/proc/sys/kernel/unprivileged_userns_clone") === "0")
    return "Allow user namespaces: sysctl kernel.unprivileged_userns_clone=1."
  if (setting("/proc/sys/user/max_user_namespaces") === "0")
    return "Allow user namespaces: sysctl user.max_user_namespaces=10000."
  if (isRoot && !isPrivileged) return "Run the worker as an ordinary user instead of root."
  return "Allow user namespaces on the worker's machine. docs/plugin-safety.md explains how."
}
