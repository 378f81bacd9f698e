import { ulimits } from "@media/children/Ulimits"
import { FORWARDER_THREADS, forwarder } from "./Forwarder.ts"
import { quoted } from "./Shell.ts"

export interface Inside {
  readonly node: string
  /** Ports on the loopback device and the sockets inside of the sandbox that they lead to. */
  readonly ports: ReadonlyArray<{ readonly port: number; readonly socket: string }>
  /** Words that give up all rights and exec the rest. */
  readonly drop: ReadonlyArray<string>
  /** Words that filter system calls and exec the rest; empty at level 2. */
  readonly filter: ReadonlyArray<string>
  readonly limits: {
    readonly cpuSeconds: number
    readonly memoryBytes: number
    readonly fileBytes: number
    readonly processes: number
  }
}

/** The shell around the program, and the program that gives up its rights. */
const OWN_PROCESSES = 4
const OPEN_FILES = 256

export const SANDBOX_PATH = "/usr/local/bin:/usr/bin:/bin"

/** First word on the status pipe (descriptor 3): the walls stand. */
export const READY = "ready"
/** Our answer on stdin; what follows is the program's input. */
export const GO = "go\n"

/**
 * Runs behind the walls as their first process, and ends with the program, whereupon the kernel ends all others. It
 * waits for our answer: if this process died before the kernel was asked to end the sandbox with it, no answer comes.
 * The program's stderr is descriptor 4, so that it does not mix with messages of the setup.
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
