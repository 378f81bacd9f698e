/** A folder as its file system identifies it: the same for every mount point. */
export interface DevicePath {
  /** `major:minor`. */
  readonly device: string
  /** Path relative to the root of the file system. */
  readonly path: string
}

interface Mount extends DevicePath {
  readonly at: string
}

/** Spaces and similar characters are escaped as octal numbers. */
const unescape = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))

/** Parses `/proc/self/mountinfo`: id, parent, device, mounted part, mount point, and more. */
export const parseMounts = (text: string): ReadonlyArray<Mount> =>
  text.split("\n").flatMap((line) => {
    const [, , device, path, at] = line.split(" ")
    return device === undefined || path === undefined || at === undefined
      ? []
      : [{ device, path: unescape(path), at: unescape(at) }]
  })

/** Tells whether the path is this folder or below it. Both must be free of links, `.` and `..`. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`)

/** Resolves a path without links through its mount; a later mount hides earlier ones. */
export const devicePathOf = (mounts: ReadonlyArray<Mount>, real: string): DevicePath | undefined => {
  const mount = mounts.reduce<Mount | undefined>(
    (best, next) => (isWithin(real, next.at) && next.at.length >= (best?.at.length ?? 0) ? next : best),
    undefined
  )
  if (mount === undefined) return undefined
  const rest = real.slice(mount.at === "/" ? 0 : mount.at.length).replace(/^\//, "")
  const top = mount.path.replace(/\/$/, "")
  return { device: mount.device, path: rest === "" ? mount.path : `${top}/${rest}` }
}
