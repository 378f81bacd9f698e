/**
 * Limits on a program. Only `outputBytes` has a default. The kernel enforces the CPU, memory and file limits for each
 * process of the program separately. macOS accepts the memory limit without enforcing it, and Windows enforces none of
 * the three.
 */
export interface ChildLimits {
  /** Maximum run time in milliseconds. */
  readonly wallMs?: number
  /** Maximum time in milliseconds without output on any pipe. Unread output counts as output. For streams only. */
  readonly silenceMs?: number
  /** Maximum CPU time in whole seconds. */
  readonly cpuSeconds?: number
  /**
   * Maximum private writable memory in bytes (`RLIMIT_DATA`). Allocations beyond the limit fail, and the program
   * decides how to end.
   */
  readonly memoryBytes?: number
  /** Maximum number of bytes on stdout. For runs only. Default: 16 MiB. */
  readonly outputBytes?: number
  /** Maximum size in bytes of each file that the program writes. 0 forbids writing. */
  readonly fileBytes?: number
}

export interface ChildCommand {
  /** Absolute path of the executable. */
  readonly program: string
  /** Arguments, one element per argv entry. No shell interprets the arguments. */
  readonly args: ReadonlyArray<string>
  /** The complete environment. Default: empty. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * Absolute path of the working folder. Default: `/`, so that the program does not prevent a disk from being
   * unmounted.
   */
  readonly folder?: string
  readonly limits?: ChildLimits
  /**
   * `false` gives the program a network namespace without any device. Enforced only on Linux with CAP_SYS_ADMIN (root
   * outside a container). On other systems, the caller must pass arguments that keep the program off the network.
   */
  readonly network: boolean
  /** Nice value from 0 to 19. Default: 0. */
  readonly nice?: number
  /**
   * How to stop the program early. `kill` (default) sends SIGKILL to the process group. `terminate` sends SIGTERM, then
   * SIGKILL after 2 s, so that the program can finalize its output.
   */
  readonly stop?: "kill" | "terminate"
  /**
   * Open descriptors of this process that the program inherits. They follow the pipes: the first one becomes descriptor
   * 3 + `extraPipes`.
   */
  readonly descriptors?: ReadonlyArray<number>
}

export interface StreamCommand extends ChildCommand {
  /** Number of additional output pipes: descriptors 3, 4, ... Default 0. */
  readonly extraPipes?: number
  /** Opens a pipe to stdin. Default: no input. */
  readonly stdin?: "pipe"
}
