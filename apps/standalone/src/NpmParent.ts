import { readFileSync } from "node:fs"

const CHECK_MILLIS = 1_000

/**
 * Returns the parent and the command line of a process. Returns undefined if the process has ended, or on systems
 * without `/proc` (macOS).
 */
const factsOf = (pid: number): { readonly parent: number; readonly command: string } | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The process name in parentheses may contain spaces, so the fields are counted after the last parenthesis.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, "latin1") }
  } catch {
    return undefined
  }
}

/**
 * True for the command line of a shell between npm and this process. npm runs `sh -c "node ..."`. Most shells replace
 * themselves with node, but some wait for node and outlive npm.
 */
const isWaitingShell = (command: string): boolean => /^(\S*\/)?(ba|da)?sh\0-c\0/.test(command)

/**
 * Calls `gone` once after the npm process that started this process has ended. A `kill` ends npm and its shell, but
 * neither forwards the signal. Without this check, the launcher and its children would keep running and occupy the
 * port.
 */
export const onNpmGone = (gone: () => void): void => {
  const parent = process.ppid
  const shell = factsOf(parent)
  const npm = shell !== undefined && isWaitingShell(shell.command) ? shell.parent : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || factsOf(parent)?.parent === npm)) return
    clearInterval(timer)
    gone()
  }, CHECK_MILLIS)
  timer.unref()
}
