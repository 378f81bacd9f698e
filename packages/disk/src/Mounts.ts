/** The location of a folder on its file system, independent of where the file system is mounted. */
export interface DevicePath {
  /** The device as `major:minor`. */
  readonly device: string
  /** Path relative to the root of the file system. */
  readonly path: string
}

interface Mount extends DevicePath {
  readonly at: string
}

/** Decodes octal escapes, with which mountinfo writes spaces and some other characters. */
const unescape = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))

/**
 * Parses `/proc/self/mountinfo`. Each line contains the id, parent, device, mounted folder, mount point, and other
 * fields.
 */
export const parseMounts = (text: string): ReadonlyArray<Mount> =>
  text.split("\n").flatMap((line) => {
    const [, , device, path, at] = line.split(" ")
    return device === undefined || path === undefined || at === undefined
      ? []
      : [{ device, path: unescape(path), at: unescape(at) }]
  })

/**
 * True if the path is this folder or below it. Compares only the text, so neither path may contain links, `.` or `..`.
 */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`)

/**
 * Finds the mount that contains a path, and returns the location of the path on that file system. `real` must not
 * contain links. If several mounts have the same mount point, the last one applies, because it hides the others.
 */
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
