import type { ChildNotStarted } from "@media/children/ChildErrors"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SandboxBroken, SandboxRefused } from "./SandboxErrors.ts"

/**
 * The level of isolation. Level 1 has only the limits of `packages/children`, which are not enough for untrusted
 * programs. Level 2 has separate files, network and processes. Level 3 adds a system call filter.
 */
export type Level = 1 | 2 | 3

/** The level of this machine, determined by escape attempts at each level. */
export interface SandboxLevel {
  readonly level: Level
  /** The program that builds the sandbox, or undefined at level 1. */
  readonly by: "bubblewrap" | "namespaces" | undefined
  /** A message for administrators that explains why a higher level is not available. Undefined at level 3. */
  readonly reason: string | undefined
  /** Advice for administrators on how to reach a higher level. */
  readonly cure: string | undefined
}

export interface SandboxLimits {
  /** Maximum CPU time of all processes together, in whole seconds. The default is 60. */
  readonly cpuSeconds?: number
  /** Maximum memory in bytes of each process, and of all processes together. The default is 512 MiB. */
  readonly memoryBytes?: number
  /** Maximum time from start to end in milliseconds. The default is 60 s. */
  readonly wallMs?: number
  /** Maximum number of bytes on stdout, and on stderr. The default is 1 MiB each. */
  readonly outputBytes?: number
  /** Maximum number of bytes in temporary files, which are kept in memory. The default is 64 MiB. */
  readonly fileBytes?: number
  /** Maximum number of processes and threads. Node needs 11. The default is 64. */
  readonly processes?: number
}

/** A Unix socket outside the sandbox that the program reaches by TCP at `127.0.0.1:port`. */
export interface BoundSocket {
  /** Absolute path of the socket outside the sandbox. */
  readonly path: string
  readonly port: number
}

export interface SandboxRun {
  /** `node`, `python3`, `sh`, or an absolute path inside the sandbox (`/package/...`, `/usr/bin/...`). */
  readonly program: string
  readonly args: ReadonlyArray<string>
  /** Absolute path outside the sandbox. The program sees the folder read-only as `/package` and starts there. */
  readonly packageFolder: string
  /** Additional folders and files that the program may read, and their absolute paths inside the sandbox. */
  readonly extraReadOnly?: ReadonlyArray<{
    readonly from: string
    readonly to: string
    /** True if the file is too large to copy. Any other file is copied if the program's user may not read it. */
    readonly isLarge?: true
  }>
  readonly stdin?: string | Uint8Array
  /** Names consist of `A-Z`, `0-9` and `_`. Names that affect loaders, such as `LD_...`, are rejected. */
  readonly environment?: Readonly<Record<string, string>>
  /** Reachable hosts: `example.org`, `*.example.org` for its subdomains, `*` for every public host. Default: none. */
  readonly hosts?: ReadonlyArray<string>
  /**
   * Hosts that may have private addresses, because an administrator allowed them by name: `nas.local`,
   * `nas.local:8080`, `192.168.1.5`. Addresses of this machine and link-local addresses are always refused.
   */
  readonly privateHosts?: ReadonlyArray<string>
  /** Host names to which the program may not connect even if they match a pattern in `hosts`. */
  readonly refusedHosts?: ReadonlyArray<string>
  readonly limits?: SandboxLimits
  /** Called for each line, without the line end. Lines are truncated at 8 KiB. */
  readonly onStderrLine?: (line: string) => void
  readonly socket?: BoundSocket
}

/**
 * The reason for the end of a run. `itself` means that the program exited. The name of a limit means that the program
 * exceeded the limit. `killed` means that a signal ended the program, for example because the machine ran out of
 * memory.
 */
export type EndedBy = "itself" | "wall" | "cpu" | "memory" | "output" | "files" | "killed"

export interface SandboxResult {
  /** The exit code. Null if a limit or a signal ended the program. */
  readonly exitCode: number | null
  /** The first `outputBytes` bytes, even if the program was stopped. */
  readonly stdout: Buffer
  readonly endedBy: EndedBy
}

export type SandboxError = SandboxRefused | SandboxBroken | ChildNotStarted

export interface SandboxShape {
  /** Determined on the first request and then cached, because the escape attempts take half a second of CPU time. */
  readonly level: Effect.Effect<SandboxLevel>
  /**
   * Runs an untrusted program to its end. No process, socket or file of the run outlives the effect, whether the effect
   * succeeds, fails or is interrupted. None outlives this process either.
   */
  readonly run: (run: SandboxRun) => Effect.Effect<SandboxResult, SandboxError>
}

/** The only service that runs untrusted programs. The live layer is in `LiveSandbox.ts`. */
export class Sandbox extends Context.Tag("@media/sandbox/Sandbox")<Sandbox, SandboxShape>() {}

/** The path of the package folder inside the sandbox. */
export const PACKAGE = "/package"
