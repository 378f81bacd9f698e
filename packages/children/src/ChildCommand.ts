/**
 * None is set by default, but for `outputBytes`. The kernel enforces CPU, memory and files, for each process of the
 * program by itself; macOS accepts the limit on memory and does not enforce it, Windows has none of the three.
 */
export interface ChildLimits {
  /** Milliseconds from start to end. */
  readonly wallMs?: number
  /** Milliseconds without a byte on any pipe while we are ready to read. Of streams only. */
  readonly silenceMs?: number
  /** Seconds of CPU, whole. */
  readonly cpuSeconds?: number
  /** Bytes of private writable memory (`RLIMIT_DATA`). The program's allocations fail; how it ends is up to it. */
  readonly memoryBytes?: number
  /** Bytes on stdout. Of runs only; default 16 MiB. */
  readonly outputBytes?: number
  /** Bytes of a file that it writes; 0: it may write none. */
  readonly fileBytes?: number
}

export interface ChildCommand {
  /** Absolute path. */
  readonly program: string
  /** One element per argv entry; there is no shell. */
  readonly args: ReadonlyArray<string>
  /** The whole environment. Default: empty. */
  readonly env?: Readonly<Record<string, string>>
  /** Absolute path of the working folder. Default: `/`, which belongs to no disk that someone wants to unmount. */
  readonly folder?: string
  readonly limits?: ChildLimits
  /**
   * `false`: a network of its own, without any device. Enforced on Linux with CAP_SYS_ADMIN (root outside of a
   * container); elsewhere the program itself has to be kept from the network.
   */
  readonly network: boolean
  /** 0..19, default 0. */
  readonly nice?: number
  /**
   * How to end it early. `kill` (default) is SIGKILL to the process group; `terminate` is SIGTERM, then SIGKILL
   * after 2 s, for outputs that the program must finalize itself.
   */
  readonly stop?: "kill" | "terminate"
  /** Open descriptors of ours, handed down behind the pipes: the first is 3 + `extraPipes`. */
  readonly descriptors?: ReadonlyArray<number>
}

export interface StreamCommand extends ChildCommand {
  /** Number of further output pipes: descriptors 3, 4, ... Default 0. */
  readonly extraPipes?: number
  /** A pipe to write to. Default: no input. */
  readonly stdin?: "pipe"
}
