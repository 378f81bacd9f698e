/**
 * Only `outputBytes` has a default. The kernel enforces CPU, memory and file limits for each process of the program
 * separately; macOS accepts the memory limit without enforcing it, and Windows has none of the three.
 */
export interface ChildLimits {
  /** Milliseconds from start to end. */
  readonly wallMs?: number
  /** Milliseconds without a byte on any pipe while we are ready to read. For streams only. */
  readonly silenceMs?: number
  /** Seconds of CPU, whole. */
  readonly cpuSeconds?: number
  /**
   * Bytes of private writable memory (`RLIMIT_DATA`). Beyond it, the program's allocations fail, and the program
   * decides how to end.
   */
  readonly memoryBytes?: number
  /** Bytes on stdout. For runs only; default 16 MiB. */
  readonly outputBytes?: number
  /** Maximum size in bytes of a file that it writes; 0 forbids writing. */
  readonly fileBytes?: number
}

export interface ChildCommand {
  /** Absolute path. */
  readonly program: string
  /** One element per argv entry; there is no shell. */
  readonly args: ReadonlyArray<string>
  /** The complete environment. Default: empty. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * Absolute path of the working folder. Default: `/`, so that the program does not keep a disk from being unmounted.
   */
  readonly folder?: string
  readonly limits?: ChildLimits
  /**
   * `false` gives the program a network namespace without any device. Enforced on Linux with CAP_SYS_ADMIN (root
   * outside of a container); elsewhere, start the program so that it does not use the network.
   */
  readonly network: boolean
  /** 0..19, default 0. */
  readonly nice?: number
  /**
   * How to stop it early. `kill` (default) sends SIGKILL to the process group; `terminate` sends SIGTERM, then SIGKILL
   * after 2 s, for outputs that the program must finalize itself.
   */
  readonly stop?: "kill" | "terminate"
  /** Our own open descriptors to pass on after the pipes: the first becomes 3 + `extraPipes`. */
  readonly descriptors?: ReadonlyArray<number>
}

export interface StreamCommand extends ChildCommand {
  /** Number of additional output pipes: descriptors 3, 4, ... Default 0. */
  readonly extraPipes?: number
  /** Opens a pipe to stdin. Default: no input. */
  readonly stdin?: "pipe"
}
