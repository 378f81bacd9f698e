import { ulimits } from "@media/children/Ulimits"
import { FORWARDER_THREADS, forwarder } from "./Forwarder.ts"
import { quoted } from "./Shell.ts"

export interface Inside {
  readonly node: string
  /** Loopback ports, and the sockets inside the sandbox to which the ports are forwarded. */
  readonly ports: ReadonlyArray<{ readonly port: number; readonly socket: string }>
  /** Command prefix that drops all privileges and executes the rest of the command. */
  readonly drop: ReadonlyArray<string>
  /** Command prefix that filters system calls and executes the rest of the command. Empty at level 2. */
  readonly filter: ReadonlyArray<string>
  readonly limits: {
    readonly cpuSeconds: number
    readonly memoryBytes: number
    readonly fileBytes: number
    readonly processes: number
  }
}

/** Number of our own processes inside: the shell around the program, and the program that drops privileges. */
const OWN_PROCESSES = 4
const OPEN_FILES = 256

export const SANDBOX_PATH = "/usr/local/bin:/usr/bin:/bin"

/** The first word on the status pipe (descriptor 3). The sandbox writes it when its setup is complete. */
export const READY = "ready"
/** The server's reply on stdin, which starts the program. The input of the program follows the reply. */
export const GO = "go\n"

/**
 * Returns the script of the first process inside the sandbox. When the program ends, the script ends too, and the
 * kernel then kills all other processes. Before it starts the program, the script waits for a reply (`GO`) from the
 * server. The server may have died too early, before the kernel was instructed to kill the sandbox together with the
 * server. In that case, no reply arrives, and the program does not start. The program's stderr is descriptor 4, so that
 * its output does not mix with setup messages.
 */
export const insideScript = ({ drop, filter, limits, node, ports }: Inside): string => {
  const words = (list: ReadonlyArray<string>) => list.map(quoted).join(" ")
  const pairs = ports.map(({ port, socket }) => `${port}=${socket}`)
  const start =
    ports.length === 0
      ? ""
      : `
        mkfifo /tmp/.ready
        ( unset NODE_OPTIONS; exec ${words([...drop, ...filter, node, "-e", forwarder, ...pairs])} ) </dev/null >/tmp/.ready 3>&- 4>&- &
        read -r answer </tmp/.ready
        [ "$answer" = ready ]
        rm /tmp/.ready`
  const processes = limits.processes + OWN_PROCESSES + (ports.length === 0 ? 0 : FORWARDER_THREADS)
  return `set -eu
    cd /package${start}
    echo ${READY} >&3
    IFS= read -r answer
    [ "$answer" = go ]
    (
      ${ulimits(limits)}
      ulimit -c 0
      ulimit -n ${OPEN_FILES}
      ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes} 2>/dev/null || exit 97
      unset PWD OLDPWD SHLVL _
      PATH=${SANDBOX_PATH}
      exec ${words([...drop, ...filter])} "$@" 2>&4 3>&- 4>&-
    ) 2>&4 3>&- || exit $?
    exit 0`
}
