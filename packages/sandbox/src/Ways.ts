import { architecture, seccompFilter, seccompWords } from "./Seccomp.ts"
import { type Inside, insideScript } from "./Inside.ts"
import type { Machine } from "./Machine.ts"
import { type Bind, wallsScript } from "./Walls.ts"

/** A way to build the sandbox. */
export interface Way {
  readonly by: "bubblewrap" | "namespaces"
  /** True at level 3, where system calls are filtered. */
  readonly isFiltered: boolean
}

/** The details of a run that the builders need. */
export interface Plan extends Pick<Inside, "limits" | "node" | "ports"> {
  readonly root: string
  readonly binds: ReadonlyArray<Bind>
  readonly hidden: ReadonlyArray<string>
  readonly user: number
  readonly command: ReadonlyArray<string>
}

export interface Words {
  readonly program: string
  readonly args: ReadonlyArray<string>
  /** The system call filter, which is passed on as descriptor 5. */
  readonly filter?: Buffer
}

/** Returns the command that runs the plan, or undefined if this machine lacks a required program. */
export const wordsOf = (machine: Machine, way: Way, plan: Plan): Words | undefined =>
  way.by === "bubblewrap" ? byBubblewrap(machine, way, plan) : byNamespaces(machine, way, plan)

const SETPRIV_RIGHTS = ["--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]

const byNamespaces = (machine: Machine, { isFiltered }: Way, plan: Plan): Words | undefined => {
  const { isPrivileged, perl, setpriv, sh, unshare } = machine
  if (sh === undefined || unshare === undefined || setpriv === undefined) return undefined
  if (isFiltered && (perl === undefined || architecture === undefined)) return undefined
  const filter = isFiltered ? seccompWords(perl!, architecture!) : []
  const user = String(plan.user)
  const identity = isPrivileged ? ["--reuid", user, "--regid", user, "--clear-groups"] : []
  const inside = insideScript({ ...plan, drop: [setpriv, ...identity, ...SETPRIV_RIGHTS, "--"], filter })
  const walls = wallsScript(machine, { ...plan, isPrivileged, temporaryBytes: plan.limits.fileBytes })
  const own = ["--mount", "--net", "--pid", "--ipc", "--uts", "--cgroup", "--fork", "--kill-child", "--"]
  // Replaces the setup script with a new shell. The program can read the command line of this process, and the setup script contains folders of this machine.
  const enter = `inside=$1; shift; exec ${sh} -c "$inside" sandbox "$@"`
  const start = [...own, sh, "-c", `${walls}\n${enter}`, "walls", inside, ...plan.command]
  if (isPrivileged) return { program: unshare, args: start }
  // Entering a user namespace clears the parent-death signal, so the signal is set again.
  const again = [setpriv, "--pdeathsig", "KILL", "--"]
  const unlessOrphaned = [sh, "-c", `[ "$PPID" = ${process.pid} ] || exit 1; exec "$@"`, "sh"]
  const args = ["--user", "--map-root-user", "--", ...again, ...unlessOrphaned, unshare, ...start]
  return { program: unshare, args }
}

const BWRAP_WALLS = [
  ..."--unshare-user --unshare-pid --unshare-net --unshare-ipc --unshare-uts --unshare-cgroup-try".split(" "),
  ..."--disable-userns --die-with-parent --cap-drop ALL --hostname sandbox --proc /proc --dev /dev".split(" ")
]

const byBubblewrap = (machine: Machine, { isFiltered }: Way, plan: Plan): Words | undefined => {
  const { bwrap, sh } = machine
  if (bwrap === undefined || sh === undefined) return undefined
  if (isFiltered && architecture === undefined) return undefined
  const size = ["--size", String(plan.limits.fileBytes), "--tmpfs"]
  const args = [
    ...BWRAP_WALLS,
    ...machine.links.flatMap(({ at, to }) => ["--symlink", to, at]),
    // This mount comes before the binds, so that it does not hide folders below /tmp.
    ...[...size, "/tmp"],
    ...plan.binds.flatMap(({ from, to }) => ["--ro-bind", from, to]),
    ...plan.hidden.flatMap((path) => ["--size", "4096", "--tmpfs", path, "--remount-ro", path]),
    ...[...size, "/dev/shm", "--remount-ro", "/dev", "--remount-ro", "/"],
    ...(isFiltered ? ["--seccomp", "5"] : []),
    ...["--", sh, "-c", insideScript({ ...plan, drop: [], filter: [] }), "sandbox", ...plan.command]
  ]
  return { program: bwrap, args, ...(isFiltered ? { filter: seccompFilter(architecture!) } : {}) }
}
