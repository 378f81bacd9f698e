import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { accessSync, constants } from "node:fs"
import type { ChildCommand, ChildLimits } from "./ChildCommand.ts"
import { ulimits } from "./Ulimits.ts"

/**
 * The limits that this system can enforce. A limit that is `false` here is not enforced, even if a command requests the
 * limit.
 */
export interface Enforced {
  /** CPU, memory and file limits (no memory limit on macOS). */
  readonly limits: boolean
  readonly network: boolean
  /** True if the program ends together with this process, even if this process is killed. */
  readonly deathWithParent: boolean
}

/**
 * Command prefixes for a program. Each prefix execs the next one, so the process keeps its pid and its process group.
 */
export interface Launcher {
  /** Makes the kernel kill the program when this process ends. */
  readonly guard: ReadonlyArray<string>
  /** Sets the nice value, 0 to 19. */
  readonly nice: (nice: number) => ReadonlyArray<string>
  readonly network: (isAllowed: boolean) => ReadonlyArray<string>
  /** Sets the limits. Must be the last prefix. Also ends a program whose parent died before `guard` took effect. */
  readonly limits: (limits: ChildLimits) => ReadonlyArray<string>
  /** Path of a POSIX shell. Undefined if the system has none. */
  readonly shell: string | undefined
  readonly enforced: Enforced
}

/**
 * If this process is killed between the fork and `setpriv`, the kernel sends no signal, and the program would never end
 * (observed). The shell that starts after `setpriv` therefore checks that its parent is still this process.
 */
const unlessOrphaned = `[ "$PPID" = ${process.pid} ] || exit 1; `

/**
 * Detects how to start programs on this system. `setpriv --pdeathsig KILL` makes the kernel end the program when this
 * process dies, even by SIGKILL. Without it, ffmpeg continues as a child of pid 1 (observed). Each tool is run once as
 * a test, because the setpriv of busybox lacks `--pdeathsig`. Tools are started by absolute path, because programs get
 * an environment without `PATH`.
 */
export const detectLauncher: Effect.Effect<Launcher> = Effect.gen(function* () {
  const isLinux = process.platform === "linux"
  const shell = yield* works("sh", ["-c", ":"])
  const setpriv = isLinux
    ? yield* works("setpriv", ["--pdeathsig", "KILL", "--", "/bin/sh", "-c", ":"])
    : undefined
  const nicePath = yield* works("nice", ["-n", "1", "/bin/sh", "-c", ":"])
  // `unshare` creates no user namespace, because a program in one cannot open this process's descriptors in
  // /proc/<pid>/fd.
  const unshare = isLinux ? yield* works("unshare", ["--net", "--", "/bin/sh", "-c", ":"]) : undefined
  return {
    guard: setpriv === undefined ? [] : [setpriv, "--pdeathsig", "KILL", "--"],
    nice: (nice) => (nicePath !== undefined && nice > 0 ? [nicePath, "-n", String(nice)] : []),
    network: (isAllowed) => (isAllowed || unshare === undefined ? [] : [unshare, "--net", "--"]),
    limits: (limits) => {
      const script = (setpriv === undefined ? "" : unlessOrphaned) + ulimits(limits)
      // The shell's own variables must not be passed on to the program.
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
 * Returns the words that precede the program in the command line. `unshare` must come first, because it changes
 * credentials, and such a change clears the signal that `setpriv` sets.
 */
export const launchWords = (launcher: Launcher, command: ChildCommand): ReadonlyArray<string> => [
  ...launcher.network(command.network),
  ...launcher.guard,
  ...launcher.nice(command.nice ?? 0),
  ...launcher.limits(command.limits ?? {})
]

const FOLDERS = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin", "/run/current-system/sw/bin"]

/** Returns the program's path if it works with these arguments on this system. */
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
