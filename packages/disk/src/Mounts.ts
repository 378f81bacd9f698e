/** A folder as its file system knows it: the same for every place it is mounted at. */
export interface InnerPlace {
  /** `major:minor`. */
  readonly device: string
  /** Path below the file system's own top. */
  readonly path: string
}

interface Mount extends InnerPlace {
  readonly at: string
}

/** Blanks and the like are written as octal numbers. */
const unescape = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))

/** The lines of `/proc/self/mountinfo`: id, parent, device, the part that is mounted, where, and more. */
export const parseMounts = (text: string): ReadonlyArray<Mount> =>
  text.split("\n").flatMap((line) => {
    const [, , device, path, at] = line.split(" ")
    return device === undefined || path === undefined || at === undefined
      ? []
      : [{ device, path: unescape(path), at: unescape(at) }]
  })

/** Is it this folder, or below it? Both without links, and without `.` and `..`. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`)

/** Where a path without links lies, seen through the mount it is reached by; the last one covers those before. */
export const innerPlaceOf = (mounts: ReadonlyArray<Mount>, real: string): InnerPlace | undefined => {
  const mount = mounts.reduce<Mount | undefined>(
    (best, next) => (isWithin(real, next.at) && next.at.length >= (best?.at.length ?? 0) ? next : best),
    undefined
  )
  if (mount === undefined) return undefined
  const rest = real.slice(mount.at === "/" ? 0 : mount.at.length).replace(/^\//, "")
  const top = mount.path.replace(/\/$/, "")
  return { device: mount.device, path: rest === "" ? mount.path : `${top}/${rest}` }
}
