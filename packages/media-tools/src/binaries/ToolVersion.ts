/**
 * The version from the first lines of `-version`. A build from git has no version number, only the year of its
 * copyright.
 */
export interface ToolVersion {
  readonly text: string
  readonly major?: number
  readonly minor?: number
  readonly year?: number
}

const BANNER = /^(?:ffmpeg|ffprobe) version (\S+)/m
const RELEASE = /^n?(\d{1,3})\.(\d{1,3})/
const YEAR = /Copyright \(c\) (?:\d{4}-)?(\d{4})/

/** Parses the first lines of `-version`. Returns `undefined` if the output is not from ffmpeg or ffprobe. */
export const parseToolVersion = (output: string): ToolVersion | undefined => {
  const text = BANNER.exec(output)?.[1]
  if (text === undefined) return undefined
  const release = RELEASE.exec(text)
  const year = YEAR.exec(output)?.[1]
  return {
    text: text.slice(0, 100),
    ...(release === null ? {} : { major: Number(release[1]), minor: Number(release[2]) }),
    ...(year === undefined ? {} : { year: Number(year) })
  }
}

/** True for version 4.4 (April 2021) and newer. For a git build, the year in its banner decides. */
export const isRecent = (version: ToolVersion): boolean => {
  if (version.major === undefined) return (version.year ?? 0) >= 2021
  return version.major > 4 || (version.major === 4 && (version.minor ?? 0) >= 4)
}
