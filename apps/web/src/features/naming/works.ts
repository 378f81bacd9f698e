import type { ComparedFile, SimulatedFile } from "@media/features/media/series/simulatorContract"

export interface Works {
  readonly series: ReadonlyArray<{
    readonly title: string
    readonly seasons: ReadonlyArray<{ readonly number: number; readonly files: ReadonlyArray<SimulatedFile> }>
  }>
  /** One array per movie: the movie, followed by its versions, parts and extras. */
  readonly movies: ReadonlyArray<ReadonlyArray<SimulatedFile>>
  readonly videos: ReadonlyArray<SimulatedFile>
  readonly ignored: ReadonlyArray<SimulatedFile>
}

export const seriesTitle = ({ series }: Pick<SimulatedFile, "series">): string =>
  series === null ? "" : series.year === null ? series.title : `${series.title} (${series.year})`

const grouped = <Key>(
  files: ReadonlyArray<SimulatedFile>,
  keyOf: (file: SimulatedFile) => Key
): ReadonlyArray<readonly [Key, ReadonlyArray<SimulatedFile>]> => {
  const groups = new Map<Key, Array<SimulatedFile>>()
  for (const file of files) groups.set(keyOf(file), [...(groups.get(keyOf(file)) ?? []), file])
  return [...groups]
}

/**
 * Groups files as the library would show them. Each file is followed by the files attached to it, such as versions and
 * extras.
 */
export const worksOf = (files: ReadonlyArray<SimulatedFile>): Works => {
  const alone = files.filter(({ attachedTo }) => attachedTo === null)
  const withAttached = (file: SimulatedFile): ReadonlyArray<SimulatedFile> => [
    file,
    ...files.filter(({ attachedTo }) => attachedTo === file.path)
  ]
  const of = (role: SimulatedFile["role"]) => alone.filter((file) => file.role === role)
  const series = grouped(of("episode"), seriesTitle).toSorted(([a], [b]) => a.localeCompare(b))
  return {
    series: series.map(([title, episodes]) => ({
      title,
      seasons: grouped(episodes, ({ season }) => season ?? 1)
        .toSorted(([a], [b]) => a - b)
        .map(([number, own]) => ({
          number,
          files: own.toSorted((a, b) => (a.episode ?? 0) - (b.episode ?? 0)).flatMap(withAttached)
        }))
    })),
    movies: of("movie").map(withAttached),
    videos: [...of("video"), ...of("extra")],
    ignored: of("ignored")
  }
}

/** Describes a classification in a few words, such as "The Wire · S1 E2". The kind of video is added by the caller. */
export const namesOf = ({
  episode,
  season,
  series,
  title
}: {
  readonly series: string | null
  readonly season: number | null
  readonly episode: number | null
  readonly title: string | null
}): string =>
  (series === null ? [title] : [series, season !== null && `S${season}`, episode !== null && `E${episode}`])
    .filter((part) => part !== null && part !== false)
    .join(" · ")

/** Returns the classification that the library holds, if it differs from the one that the name gives. */
export const heldInstead = (file: SimulatedFile | ComparedFile): ComparedFile["held"] | undefined =>
  "held" in file && file.isDifferent ? file.held : undefined

/** Formats the classification of files as text that users can paste into a bug report. */
export const reportOf = (files: ReadonlyArray<SimulatedFile>): string =>
  files
    .map(({ episode, path, proof, role, season, title, year, ...file }) =>
      [
        path,
        `  ${role}: ${[seriesTitle(file), season !== null && `season ${season}`, episode !== null && `episode ${episode}`, title, year].filter(Boolean).join(", ")}`,
        ...proof.map(({ means, rule, text }) => `  "${text}" -> ${means} (${rule})`)
      ].join("\n")
    )
    .join("\n")
