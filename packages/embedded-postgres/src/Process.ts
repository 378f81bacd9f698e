import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs"

const onLinux = process.platform === "linux"

/**
 * Returns the start time of a process, or undefined if it has ended. Together with the pid, the start time identifies a
 * process, because pids are reused. A zombie counts as ended: it holds no resources, but remains visible, for example
 * to `kill(pid, 0)`, until its parent or process 1 reaps it.
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
    // The command name is in parentheses and may contain spaces and parentheses itself, so parse the fields after the
    // last parenthesis.
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
 * True if `pid` is the running postmaster of this cluster. False if it is a zombie or an unrelated process that got the
 * same pid.
 */
export const isPostmasterOf = (pid: number, clusterDir: string): boolean => {
  if (!Number.isInteger(pid) || pid <= 0 || startedAt(pid) === undefined) return false
  const command = commandOf(pid)
  const named = `${command} `.includes(` ${clusterDir} `)
  return command.includes("postgres") && (named || workingIn(clusterDir).includes(pid))
}

/**
 * Returns the ids of the processes whose working directory is the cluster. These are the postmaster and its backends,
 * because all of them change to that directory. Always empty on systems other than Linux, where only PostgreSQL's own
 * checks prevent a second instance.
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
