import * as Effect from "effect/Effect"
import { chmodSync, mkdirSync, realpathSync, statSync } from "node:fs"
import { join } from "node:path"
import { hasNetwork } from "./DeclaredHosts.ts"
import { SANDBOX_PATH } from "./Inside.ts"
import { type Machine, nodeFile } from "./Machine.ts"
import { newFile } from "./NewFile.ts"
import { PACKAGE, type SandboxLimits, type SandboxRun } from "./Sandbox.ts"
import { SandboxRefused } from "./SandboxErrors.ts"
import { temporaryFolder } from "./TemporaryFolders.ts"
import type { Bind } from "./Walls.ts"
import type { Plan } from "./Ways.ts"

export const DEFAULTS: Required<SandboxLimits> = {
  cpuSeconds: 60,
  memoryBytes: 512 * 1024 ** 2,
  wallMs: 60_000,
  outputBytes: 1024 ** 2,
  fileBytes: 64 * 1024 ** 2,
  processes: 64
}

export const PROXY_PORT = 3128
const SOCKETS = { proxy: "/run/proxy.sock", own: "/run/own.sock" }
const NODE = "/run/node"
/** The first user id and the number of user ids that systemd uses for services without an account. */
const [FIRST_USER, USERS] = [61_184, 4_336]

/** Creates the folder of one run, with the mount point of its root. */
export const runFolder = Effect.tap(temporaryFolder("sandbox"), (folder) =>
  Effect.sync(() => mkdirSync(join(folder, "root")))
)

const isReadable = (path: string): boolean => {
  const { mode } = statSync(path)
  return (mode & 0o005) === 0o005
}

const etcFiles = (folder: string, user: number): ReadonlyArray<Bind> =>
  Object.entries({
    passwd: `sandbox:x:${user}:${user}::/tmp:/bin/sh\n`,
    group: `sandbox:x:${user}:\n`,
    hosts: "127.0.0.1 localhost\n",
    "nsswitch.conf": "hosts: files\n"
  }).map(([name, text]) => {
    newFile(join(folder, name), text)
    return { from: join(folder, name), to: `/etc/${name}`, isFolder: false }
  })

/** True if the path is one of the folders or inside one of the folders. */
const isWithin = (path: string, folders: ReadonlyArray<string>): boolean =>
  folders.some((folder) => path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`))

/**
 * Paths that the sandbox itself uses. Callers may not mount folders there, because such a folder would be writable or
 * hidden.
 */
const OWN = ["/dev", "/proc", "/.sys", "/.old"]

/**
 * Rejects mount points that are invalid, that the sandbox itself uses, or that are inside another mount. A mount point
 * inside another mount would be created in the outer folder on disk.
 */
const requireApart = (binds: ReadonlyArray<Bind>) => {
  for (const bind of binds) {
    const others = binds.filter((other) => other !== bind).map(({ to }) => to)
    if (bind.to === "/tmp" || isWithin(bind.to, OWN))
      return new SandboxRefused({ reason: `${bind.to} cannot be made available to an extension.` })
    if (!/^(\/[^/\0]+)+$/.test(bind.to) || bind.to.split("/").includes("..") || isWithin(bind.to, others))
      return new SandboxRefused({ reason: `${bind.to} cannot be a folder in the sandbox.` })
  }
  return Effect.void
}

/** Returns the real path of a folder to show to the program. Fails if the folder would reveal a hidden folder. */
const requireFolder = (path: string, hidden: ReadonlyArray<string>) =>
  Effect.try({
    try: () => {
      const from = realpathSync(path)
      if (from === "/" || hidden.some((each) => isWithin(each, [from]))) throw new RangeError(from)
      return { from, isFolder: statSync(from).isDirectory() }
    },
    catch: () =>
      new SandboxRefused({ reason: `${path} is missing, or contains folders that extensions must not read.` })
  })

export interface Settings {
  readonly machine: Machine
  /** Folders that no program may see, even inside the system's folders. */
  readonly hidden: ReadonlyArray<string>
}

/** Converts a request to a plan, or rejects it. `proxy` is the socket of the run's proxy if hosts are declared. */
export const planOf = (
  { hidden, machine }: Settings,
  run: SandboxRun,
  folder: string,
  proxy: string | undefined
): Effect.Effect<Plan, SandboxRefused> =>
  Effect.gen(function* () {
    const user = machine.isPrivileged
      ? FIRST_USER + Math.floor(Number(process.hrtime.bigint() % BigInt(USERS)))
      : 0
    const shown = [{ from: run.packageFolder, to: PACKAGE, isLarge: undefined }, ...(run.extraReadOnly ?? [])]
    const wanted = yield* Effect.forEach(shown, ({ from, isLarge, to }) =>
      Effect.map(requireFolder(from, hidden), (found): Bind => ({
        ...found,
        to,
        ...(machine.isPrivileged && isLarge !== true && !isReadable(found.from) ? { isCopied: true } : {})
      }))
    )
    const node = nodeFile()
    const isSystemNode = isWithin(node, machine.folders)
    const sockets: Array<{ readonly port: number; readonly socket: string; readonly from: string }> = []
    if (proxy !== undefined) sockets.push({ port: PROXY_PORT, socket: SOCKETS.proxy, from: proxy })
    if (run.socket !== undefined)
      sockets.push({ port: run.socket.port, socket: SOCKETS.own, from: run.socket.path })
    // Connecting to a socket requires write permission.
    if (machine.isPrivileged) for (const { from } of sockets) chmodSync(from, 0o666)
    const own: ReadonlyArray<Bind> = [
      ...machine.folders.map((from) => ({ from, to: from, isFolder: statSync(from).isDirectory() })),
      ...(isSystemNode ? [] : [{ from: node, to: NODE, isFolder: false }]),
      ...sockets.map(({ from, socket }) => ({ from, to: socket, isFolder: false })),
      ...etcFiles(folder, user)
    ]
    const binds = [...own, ...wanted]
    yield* requireApart(binds)
    const nodeInside = isSystemNode ? node : NODE
    const limits = { ...DEFAULTS, ...run.limits }
    const program = yield* programOf(machine, run.program, nodeInside)
    return {
      root: join(folder, "root"),
      binds,
      hidden: hidden.filter((path) => isWithin(path, machine.folders)),
      user,
      node: nodeInside,
      ports: sockets,
      limits,
      command: [program, ...run.args]
    }
  })

const programOf = (
  { python, sh }: Machine,
  program: string,
  node: string
): Effect.Effect<string, SandboxRefused> => {
  const known: Readonly<Record<string, string | undefined>> = { node, python3: python, sh }
  const path = Object.hasOwn(known, program) ? known[program] : program
  if (path === undefined)
    return new SandboxRefused({
      reason: `This machine has no ${program === "python3" ? "Python 3" : program} in its system folders.`,
      ...(program === "python3" ? { cure: 'Install the package "python3".' } : {})
    })
  return path.startsWith("/")
    ? Effect.succeed(path)
    : new SandboxRefused({ reason: `"${program}" is not a program that the sandbox provides.` })
}

const NAME = /^[A-Z_][A-Z0-9_]*$/
/**
 * Matches environment variables that callers may not set. These variables change how the loader, shells, Perl or Node
 * behave, including in the programs that build the sandbox.
 */
const STEERING = /^(LD_|GLIBC_|LIBMOUNT_|GCONV_PATH$|LOCPATH$|IFS$|ENV$|BASH|PERL|NODE_OPTIONS$|PATH$|PWD$)/

/** Returns the complete environment of the program. */
export const environmentOf = (run: SandboxRun): Effect.Effect<Record<string, string>, SandboxRefused> =>
  Effect.gen(function* () {
    const given = run.environment ?? {}
    for (const [name, value] of Object.entries(given))
      if (!NAME.test(name) || STEERING.test(name) || value.includes("\0"))
        return yield* new SandboxRefused({
          reason: `${name} cannot be an environment variable of an extension.`
        })
    const proxy = `http://127.0.0.1:${PROXY_PORT}`
    const network = {
      HTTP_PROXY: proxy,
      HTTPS_PROXY: proxy,
      http_proxy: proxy,
      https_proxy: proxy,
      NO_PROXY: "127.0.0.1,localhost",
      no_proxy: "127.0.0.1,localhost",
      NODE_USE_ENV_PROXY: "1"
    }
    return {
      PATH: SANDBOX_PATH,
      HOME: "/tmp",
      TMPDIR: "/tmp",
      LANG: "C.UTF-8",
      PYTHONUNBUFFERED: "1",
      ...(hasNetwork(run) ? network : {}),
      ...given
    }
  })
