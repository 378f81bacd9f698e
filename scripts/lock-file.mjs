// Keeps package-lock.json complete. npm omits optional packages of other platforms that are missing in its registry;
// "npm ci" on those platforms then rejects the whole file.

/**
 * The platform of a platform package, from its name: `@rollup/rollup-linux-arm64-musl`, `lightningcss-darwin-x64`,
 * `@img/sharp-win32-ia32`.
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

/** The key of the entry where a package at `from` finds `name`, by Node's rules; undefined if there is none. */
const keyOf = (packages, from, name) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const key = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (key in packages) return key
    if (folder === "") return undefined
  }
}

/**
 * Every optional dependency without an entry: `{ name, range, of }`, where `of` is the key of the dependent package.
 */
export const missingOptional = ({ packages }) =>
  Object.entries(packages).flatMap(([of, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => keyOf(packages, of, name) === undefined)
      .map(([name, range]) => ({ name, range, of }))
  )

/** `after` with the missing entries: from `before` if the version is the same, otherwise derived from the name. */
export const completed = (before, after) => {
  const packages = { ...after.packages }
  for (const { name, of, range } of missingOptional(after)) {
    const version = range.replace(/^[~^]/, "")
    if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${of} wants ${name} ${range}: not one version`)
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
