// Keeps package-lock.json complete. If npm's registry lacks optional packages for other platforms, npm omits these
// packages. On those platforms, "npm ci" then rejects the whole file.

/**
 * Returns the platform for which a package is built, from the name of the package: `@rollup/rollup-linux-arm64-musl`,
 * `lightningcss-darwin-x64`, `@img/sharp-win32-ia32`.
 */
export const platformOf = (name) => {
  const words = name.replace(/^@[^/]+\//, "").split(/[-/]/)
  const one = (known) => words.find((word) => known.has(word))
  const system = one(SYSTEMS)
  const processor = one(PROCESSORS)
  const libc = words.some((word) => word.startsWith("musl"))
    ? "musl"
    : words.some((word) => word.startsWith("gnu") || word === "glibc")
      ? "glibc"
      : undefined
  return {
    ...(system === undefined ? {} : { os: [system === "windows" ? "win32" : system] }),
    ...(processor === undefined ? {} : { cpu: [processor] }),
    ...(libc === undefined || system !== "linux" ? {} : { libc: [libc] })
  }
}

const SYSTEMS = new Set([
  ...["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"],
  "windows"
])
const PROCESSORS = new Set([
  ...["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"]
])

/**
 * Returns the key of the entry that a package at `from` gets when it imports `name`, according to Node's rules for
 * resolving packages. Returns undefined if there is no such entry.
 */
const keyOf = (packages, from, name) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const key = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (key in packages) return key
    if (folder === "") return undefined
  }
}

/**
 * Returns every optional dependency that has no entry, as `{ name, range, of }`. `of` is the key of the dependent
 * package.
 */
export const missingOptional = ({ packages }) =>
  Object.entries(packages).flatMap(([of, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => keyOf(packages, of, name) === undefined)
      .map(([name, range]) => ({ name, range, of }))
  )

/**
 * Returns the lock file `after` with the missing entries added. If the lock file `before` has an entry with the same
 * version, this entry is copied. Otherwise, the entry is derived from the package name.
 */
export const completed = (before, after) => {
  const packages = { ...after.packages }
  for (const { name, of, range } of missingOptional(after)) {
    const version = range.replace(/^[~^]/, "")
    if (!/^\d+\.\d+\.\d+/.test(version))
      throw new Error(`${of} requires ${name} ${range}, which is not a single version`)
    const known = before.packages[`node_modules/${name}`]
    packages[`node_modules/${name}`] =
      known?.version === version
        ? known
        : { version, ...platformOf(name), ...licenseOf(packages[of]), optional: true }
  }
  const sorted = Object.keys(packages).sort((a, b) => a.localeCompare(b, "en"))
  return { ...after, packages: Object.fromEntries(sorted.map((key) => [key, packages[key]])) }
}

const licenseOf = ({ license }) => (license === undefined ? {} : { license })
