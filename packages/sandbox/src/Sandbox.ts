import type { ChildNotStarted } from "@media/children/ChildErrors"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SandboxBroken, SandboxRefused } from "./SandboxErrors.ts"

/**
 * 1: only the limits of `packages/children`, which is not enough for untrusted programs. 2: own files, network and
 * processes. 3: level 2 with a system call filter.
 */
export type Level = 1 | 2 | 3

/** The level of this machine, found by escape attempts at each level. */
export interface SandboxLevel {
  readonly level: Level
  /** The program that builds the sandbox; undefined at level 1. */
  readonly by: "bubblewrap" | "namespaces" | undefined
  /** Why a higher level is not available, as a sentence for administrators; undefined at level 3. */
  readonly reason: string | undefined
  /** Advice for administrators. */
  readonly cure: string | undefined
}

export interface SandboxLimits {
  /** CPU time of all processes together, in whole seconds. Default 60. */
  readonly cpuSeconds?: number
  /** Memory in bytes of each process, and of all processes together. Default 512 MiB. */
  readonly memoryBytes?: number
  /** Milliseconds from start to end. Default 60 s. */
  readonly wallMs?: number
  /** Bytes on stdout, and separately on stderr. Default 1 MiB. */
  readonly outputBytes?: number
  /** Bytes of temporary files, which are kept in memory. Default 64 MiB. */
  readonly fileBytes?: number
  /** Processes and threads. Node needs 11. Default 64. */
  readonly processes?: number
}

/** A Unix socket outside, which the program reaches by TCP at `127.0.0.1:port`. */
export interface BoundSocket {
  /** Absolute path of the socket outside of the sandbox. */
  readonly path: string
  readonly port: number
}

export interface SandboxRun {
  /** `node`, `python3`, `sh`, or an absolute path inside of the sandbox (`/package/...`, `/usr/bin/...`). */
  readonly program: string
  readonly args: ReadonlyArray<string>
  /** Absolute path outside of the sandbox. The program sees the folder read-only as `/package` and starts in it. */
  readonly packageFolder: string
  /** Additional folders and files that the program may read, and their absolute paths inside of the sandbox. */
  readonly extraReadOnly?: ReadonlyArray<{
    readonly from: string
    readonly to: string
    /** Too large to be copied for a program that may not read the original. */
    readonly isLarge?: true
  }>
  readonly stdin?: string | Uint8Array
  /** Names consist of `A-Z`, `0-9` and `_`. Names that affect loaders (`LD_...`) are rejected. */
  readonly environment?: Readonly<Record<string, string>>
  /** `example.org`, `*.example.org` for its subdomains, `*` for every public host. Default: no network. */
  readonly hosts?: ReadonlyArray<string>
  /**
   * `nas.local`, `nas.local:8080`, `192.168.1.5`: hosts that may have private addresses, because an administrator allowed
   * them by name. Addresses of this machine and link-local ones stay refused.
   */
  readonly privateHosts?: ReadonlyArray<string>
  /** Names that match a pattern in `hosts`, but that the program still may not connect to. */
  readonly refusedHosts?: ReadonlyArray<string>
  readonly limits?: SandboxLimits
  /** Called for each line, without its line end. Lines are truncated at 8 KiB. */
  readonly onStderrLine?: (line: string) => void
  readonly socket?: BoundSocket
}

/**
 * `itself`: the program exited. The names of limits: the program exceeded that limit. `killed`: a signal ended the
 * program, for example because the machine ran out of memory.
 */
export type EndedBy = "itself" | "wall" | "cpu" | "memory" | "output" | "files" | "killed"

export interface SandboxResult {
  /** Null unless the program ended by itself. */
  readonly exitCode: number | null
  /** At most `outputBytes`, even if the program was stopped. */
  readonly stdout: Buffer
  readonly endedBy: EndedBy
}

export type SandboxError = SandboxRefused | SandboxBroken | ChildNotStarted

export interface SandboxShape {
  /** Determined on the first request and then cached, because the attempts take half a second of CPU. */
  readonly level: Effect.Effect<SandboxLevel>
  /**
   * Runs an untrusted program to its end. No process, socket or file of the run outlives the effect, whether it
   * ends, fails, or is interrupted; none outlives this process either.
   */
  readonly run: (run: SandboxRun) => Effect.Effect<SandboxResult, SandboxError>
}

/** The only way to run untrusted programs. Live layer: `LiveSandbox.ts`. */
export class Sandbox extends Context.Tag("@media/sandbox/Sandbox")<Sandbox, SandboxShape>() {}

/** The package folder inside of the sandbox. */
export const PACKAGE = "/package"
