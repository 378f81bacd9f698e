/** Vulnerabilities in released versions of ffmpeg that can affect a server, newest first. */
const holes = [
  {
    fixedIn: [8, 1, 2],
    text:
      "Older than 8.1.2, which fixed CVE-2026-8461 (your distribution may have fixed it in an older version). " +
      "Media Library does not let ffmpeg use the affected decoder."
  }
] as const

const RELEASE = /^n?(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?/

const isBefore = (version: ReadonlyArray<number>, other: ReadonlyArray<number>): boolean => {
  const index = other.findIndex((part, at) => (version[at] ?? 0) !== part)
  return index >= 0 && (version[index] ?? 0) < (other[index] ?? 0)
}

/**
 * Returns a warning for the administrator if a version has a known vulnerability. Builds without a version number get
 * no warning.
 */
export const advisoryOf = (version: string): string | undefined => {
  const parts = RELEASE.exec(version)?.slice(1).map(Number)
  if (parts === undefined) return undefined
  return holes.find(({ fixedIn }) =>
    isBefore(
      parts.map((part) => part || 0),
      fixedIn
    )
  )?.text
}
