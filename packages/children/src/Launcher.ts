import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { accessSync, constants } from "node:fs"
import type { ChildCommand, ChildLimits } from "./ChildCommand.ts"
import { ulimits } from "./Ulimits.ts"

/**
 * The restrictions that this system can enforce. A restriction that is `false` here has no effect, even if a command
 * requests it.
 */
export interface Enforced {
  /** CPU, memory and file limits. On macOS, the memory limit has no effect. */
  readonly limits: boolean
  readonly network: boolean
  /** True if programs are killed when this process ends, even if this process is killed itself. */
  readonly deathWithParent: boolean
}

/**
 * Commands that precede a program on the command line, such as `nice`. Each one execs the next, so the process keeps
 * its pid and its process group.
 */
export interface Launcher {
  /** The prefix that makes the kernel kill the program when this process ends. */
  readonly guard: ReadonlyArray<string>
  /** Returns the prefix that sets the nice value (0 to 19). */
  readonly nice: (nice: number) => ReadonlyArray<string>
  readonly network: (isAllowed: boolean) => ReadonlyArray<string>
  /**
   * Returns the prefix that sets the limits. It must be the last one. It also exits if this process died before `guard`
   * took effect.
   */
  readonly limits: (limits: ChildLimits) => ReadonlyArray<string>
  /** Path of a POSIX shell. Undefined if the system has none. */
  readonly shell: string | undefined
  readonly enforced: Enforced
}

/**
 * Shell command that exits unless the shell's parent is still this process. If this process is killed after the fork
 * but before `setpriv` takes effect, the kernel sends no signal, and without this check the program would keep running
 * forever (observed).
 */
const unlessOrphaned = `[ "$PPID" = ${process.pid} ] || exit 1; `

/**
 * Detects how to start programs on this system. `setpriv --pdeathsig KILL` makes the kernel kill the program when this
 * process dies, even by SIGKILL. Without it, ffmpeg would keep running as a child of pid 1 (observed). Each tool is run
 * once as a test, because some versions lack an option: busybox's setpriv has no `--pdeathsig`. Tools are started by
 * absolute path, because programs get an environment without `PATH`.
 */
export const detectLauncher: Effect.Effect<Launcher> = Effect.gen(function* () {
  const isLinux = process.platform === "linux"
  const shell = yield* works("sh", ["-c", ":"])
  const setpriv = isLinux
    ? yield* works("setpriv", ["--pdeathsig", "KILL", "--", "/bin/sh", "-c", ":"])
    : undefined
  const nicePath = yield* works("nice", ["-n", "1", "/bin/sh", "-c", ":"])
  // `unshare` is not used with a user namespace, because a program in such a namespace could not open this process's
  // descriptors in /proc/<pid>/fd.
  const unshare = isLinux ? yield* works("unshare", ["--net", "--", "/bin/sh", "-c", ":"]) : undefined
  return {
    guard: setpriv === undefined ? [] : [setpriv, "--pdeathsig", "KILL", "--"],
    nice: (nice) => (nicePath !== undefined && nice > 0 ? [nicePath, "-n", String(nice)] : []),
    network: (isAllowed) => (isAllowed || unshare === undefined ? [] : [unshare, "--net", "--"]),
    limits: (limits) => {
      const script = (setpriv === undefined ? "" : unlessOrphaned) + ulimits(limits)
      // The program must not inherit environment variables that the shell sets.
      return shell === undefined || script === ""
        ? []
        : [shell, "-c", `${script}unset PWD OLDPWD SHLVL _; exec "$@"`, "sh"]
    },
    shell,
    enforced: {
      limits: shell !== undefined,
      network: unshare !== undefined,
      deathWithParent: setpriv !== undefined
    }
  }
})

/**
 * Returns the prefixes that precede the program on the command line. `unshare` must come first, because it changes
 * credentials, which clears the parent-death signal that `setpriv` sets.
 */
export const launchWords = (launcher: Launcher, command: ChildCommand): ReadonlyArray<string> => [
  ...launcher.network(command.network),
  ...launcher.guard,
  ...launcher.nice(command.nice ?? 0),
  ...launcher.limits(command.limits ?? {})
]

const FOLDERS = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin", "/run/current-system/sw/bin"]

/** Returns the absolute path of a tool if running it with these arguments succeeds. Undefined otherwise. */
const works = (name: string, args: ReadonlyArray<string>): Effect.Effect<string | undefined> => {
  const path =
    process.platform === "win32" ? undefined : FOLDERS.map((folder) => `${folder}/${name}`).find(isExecutable)
  if (path === undefined) return Effect.succeed(undefined)
  return Effect.async<string | undefined>((resume) => {
    execFile(path, [...args], { timeout: 5_000, env: {} }, (error) =>
      resume(Effect.succeed(error === null ? path : undefined))
    )
  })
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
