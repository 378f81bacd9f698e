/**
 * Limits on a program. Only `outputBytes` has a default. The kernel enforces the CPU, memory and file limits separately
 * for each process that the program starts. macOS accepts the memory limit without enforcing it, and Windows enforces
 * none of the three.
 */
export interface ChildLimits {
  /** Maximum run time in milliseconds. */
  readonly wallMs?: number
  /**
   * Maximum time in milliseconds without output on any pipe. Output that waits in a pipe, because this process reads
   * slowly, also counts. Only for `stream`.
   */
  readonly silenceMs?: number
  /** Maximum CPU time in whole seconds. */
  readonly cpuSeconds?: number
  /**
   * Maximum private writable memory in bytes (`RLIMIT_DATA`). Allocations beyond the limit fail, and it is up to the
   * program to handle this, usually by exiting with an error.
   */
  readonly memoryBytes?: number
  /** Maximum number of bytes on stdout. Only for `run`. Default: 16 MiB. */
  readonly outputBytes?: number
  /** Maximum size in bytes of each file that the program writes. 0 forbids writing. */
  readonly fileBytes?: number
}

export interface ChildCommand {
  /** Absolute path of the executable. */
  readonly program: string
  /** Arguments, one element per argv entry. No shell interprets the arguments. */
  readonly args: ReadonlyArray<string>
  /** All environment variables of the program. It inherits none from this process. Default: none. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * Absolute path of the working folder. Default: `/`, so that the program does not prevent a disk from being
   * unmounted.
   */
  readonly folder?: string
  readonly limits?: ChildLimits
  /**
   * If `false`, the program runs in a network namespace without any device. This is enforced only on Linux with
   * CAP_SYS_ADMIN (usually root outside a container). On other systems, the caller must pass arguments that prevent the
   * program from using the network.
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
   * Open file descriptors of this process that the program inherits. In the program, they are numbered after the pipes,
   * from 3 + `extraPipes`.
   */
  readonly descriptors?: ReadonlyArray<number>
}

export interface StreamCommand extends ChildCommand {
  /** Number of additional output pipes, which the program sees as descriptors 3, 4, ... Default: 0. */
  readonly extraPipes?: number
  /** Opens a pipe to the program's stdin. Default: stdin is empty. */
  readonly stdin?: "pipe"
}
