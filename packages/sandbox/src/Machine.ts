import { lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs"

/**
 * The programs on this machine that can build a sandbox, and the files that a program inside needs. All paths are
 * absolute.
 */
export interface Machine {
  readonly sh: string | undefined
  readonly bwrap: string | undefined
  readonly unshare: string | undefined
  readonly setpriv: string | undefined
  readonly perl: string | undefined
  /** The system's Python. A Python in a home folder would not be visible in the sandbox. */
  readonly python: string | undefined
  /**
   * True if this process runs as root with CAP_SYS_ADMIN. It then needs no user namespace, and switches to another user
   * instead.
   */
  readonly isPrivileged: boolean
  readonly isRoot: boolean
  /** Symbolic links in the root folder that lead to the system's libraries. */
  readonly links: ReadonlyArray<{ readonly at: string; readonly to: string }>
  readonly folders: ReadonlyArray<string>
}

const FOLDERS = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin", "/run/current-system/sw/bin"]
/** Folders that contain only system code. `/nix/store` and `/gnu/store` are the system folders on NixOS and Guix. */
const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"]
/** Visible parts of `/etc`. The whole folder is never visible, because it contains accounts and private keys. */
const ETC = [
  "/etc/alternatives",
  "/etc/ca-certificates",
  "/etc/ld.so.cache",
  "/etc/localtime",
  "/etc/mime.types",
  "/etc/pki/ca-trust/extracted",
  "/etc/pki/tls/certs",
  "/etc/python3",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
  "/etc/ssl/cert.pem",
  "/etc/static/ssl/certs"
]

const CAP_SYS_ADMIN = 1n << 21n

const found = (name: string): string | undefined =>
  FOLDERS.map((folder) => `${folder}/${name}`).find((path) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats?.isFile() === true && (stats.mode & 0o111) !== 0
  })

const capabilities = (): bigint => {
  try {
    const line = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8"))
    return BigInt(`0x${line?.[1] ?? "0"}`)
  } catch {
    return 0n
  }
}

export const inspectMachine = (): Machine => {
  const isLinux = process.platform === "linux"
  const links: Array<{ at: string; to: string }> = []
  const folders: Array<string> = []
  for (const at of isLinux ? [...SYSTEM, ...ETC] : []) {
    const stats = lstatSync(at, { throwIfNoEntry: false })
    if (stats === undefined) continue
    if (stats.isSymbolicLink() && !at.startsWith("/etc/")) links.push({ at, to: readlinkSync(at) })
    else if (statSync(at, { throwIfNoEntry: false }) !== undefined) folders.push(at)
  }
  const program = (name: string) => (isLinux ? found(name) : undefined)
  const isRoot = process.getuid?.() === 0
  return {
    sh: program("sh"),
    bwrap: program("bwrap"),
    unshare: program("unshare"),
    setpriv: program("setpriv"),
    perl: program("perl"),
    python: program("python3"),
    isRoot,
    isPrivileged: isRoot && (capabilities() & CAP_SYS_ADMIN) !== 0n,
    links,
    folders
  }
}

/** Returns the path of Node's executable. An executable outside the system's folders is mounted separately. */
export const nodeFile = (): string => realpathSync(process.execPath)
