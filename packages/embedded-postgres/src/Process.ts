import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs"

const onLinux = process.platform === "linux"

/**
 * Returns the start time of a process, or undefined if the process has ended. A zombie counts as ended: if process 1
 * does not reap it, `kill(pid, 0)` keeps reporting a process that no longer holds any resources. The pid and the start
 * time together identify a process, because pids are reused.
 */
export const startedAt = (pid: number): string | undefined => {
  if (!onLinux) {
    const out = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
      encoding: "utf8"
    }).stdout?.trim()
    return out === undefined || out === "" || out.startsWith("Z") ? undefined : out.replace(/^\S+\s+/, "")
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The command name may contain spaces and parentheses, so fields are counted after its last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19]
  } catch {
    return undefined
  }
}

const commandOf = (pid: number): string => {
  try {
    return onLinux
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
      : spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout
  } catch {
    return ""
  }
}

/**
 * True if `pid` is a running postmaster of this cluster. False for a zombie, and for an unrelated process with the same
 * number.
 */
export const isPostmasterOf = (pid: number, clusterDir: string): boolean => {
  if (!Number.isInteger(pid) || pid <= 0 || startedAt(pid) === undefined) return false
  const command = commandOf(pid)
  const named = `${command} `.includes(` ${clusterDir} `)
  return command.includes("postgres") && (named || workingIn(clusterDir).includes(pid))
}

/**
 * Returns the processes whose working directory is the cluster, because the postmaster and every backend change to that
 * directory. Empty on systems other than Linux, which must rely on PostgreSQL's own interlock.
 */
export const workingIn = (clusterDir: string): ReadonlyArray<number> => {
  if (!onLinux) return []
  const real = realpathSync(clusterDir)
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return readlinkSync(`/proc/${name}/cwd`) === real ? [Number(name)] : []
    } catch {
      return []
    }
  })
}
