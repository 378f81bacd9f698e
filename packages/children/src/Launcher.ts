import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { accessSync, constants } from "node:fs"
import type { ChildCommand, ChildLimits } from "./ChildCommand.ts"
import { ulimits } from "./Ulimits.ts"

/** The features of this system: `false` if a limit is not enforced, whatever a command asks for. */
export interface Enforced {
  /** CPU, memory and files (memory not on macOS). */
  readonly limits: boolean
  readonly network: boolean
  /** The program ends together with this process, even if this process is killed. */
  readonly deathWithParent: boolean
}

/** Words to put before a program's command line: each execs the next, so the process keeps its id and its group. */
export interface Launcher {
  /** Ends the process together with its parent. */
  readonly guard: ReadonlyArray<string>
  /** 0..19. */
  readonly nice: (nice: number) => ReadonlyArray<string>
  readonly network: (isAllowed: boolean) => ReadonlyArray<string>
  /** Comes last. Also ends a guarded program whose parent died before the guard was in place. */
  readonly limits: (limits: ChildLimits) => ReadonlyArray<string>
  /** Path of a POSIX shell, if there is one. */
  readonly shell: string | undefined
  readonly enforced: Enforced
}

/**
 * A process killed between the fork and `setpriv` sends no signal, so the program would never end (observed). The shell
 * that starts after `setpriv` therefore checks that its parent still is this process.
 */
const unlessOrphaned = `[ "$PPID" = ${process.pid} ] || exit 1; `

/**
 * `setpriv --pdeathsig KILL` makes the kernel end the program when this process dies, even by SIGKILL. Without it,
 * ffmpeg continues as a child of pid 1 (observed). Each tool runs once to see whether it works, because the setpriv of
 * busybox lacks `--pdeathsig`. Tools are started by absolute path, because programs get an environment without `PATH`.
 */
export const detectLauncher: Effect.Effect<Launcher> = Effect.gen(function* () {
  const isLinux = process.platform === "linux"
  const shell = yield* works("sh", ["-c", ":"])
  const setpriv = isLinux
    ? yield* works("setpriv", ["--pdeathsig", "KILL", "--", "/bin/sh", "-c", ":"])
    : undefined
  const nicePath = yield* works("nice", ["-n", "1", "/bin/sh", "-c", ":"])
  // Without a user namespace: inside one, /proc/<pid>/fd cannot open the descriptors of this process.
  const unshare = isLinux ? yield* works("unshare", ["--net", "--", "/bin/sh", "-c", ":"]) : undefined
  return {
    guard: setpriv === undefined ? [] : [setpriv, "--pdeathsig", "KILL", "--"],
    nice: (nice) => (nicePath !== undefined && nice > 0 ? [nicePath, "-n", String(nice)] : []),
    network: (isAllowed) => (isAllowed || unshare === undefined ? [] : [unshare, "--net", "--"]),
    limits: (limits) => {
      const script = (setpriv === undefined ? "" : unlessOrphaned) + ulimits(limits)
      // The shell's own variables must not leak into the program.
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

/** `unshare` must come first: it changes credentials, which would clear the signal of `setpriv`. */
export const launchWords = (launcher: Launcher, command: ChildCommand): ReadonlyArray<string> => [
  ...launcher.network(command.network),
  ...launcher.guard,
  ...launcher.nice(command.nice ?? 0),
  ...launcher.limits(command.limits ?? {})
]

const FOLDERS = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin", "/run/current-system/sw/bin"]

/** The program's path, if it works with these arguments on this system. */
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
