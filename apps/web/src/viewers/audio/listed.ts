import type { AudioTrackSummary } from "@media/features/media/audio/contract"

/** The fields of a track that the queue stores. All others load when it plays. */
export type Listed = Pick<AudioTrackSummary, "id" | "title" | "artist" | "album" | "duration">

export const listedOf = ({ album, artist, duration, id, title }: Listed): Listed => ({
  id,
  title,
  artist,
  album,
  duration
})

/** The second line: artist and album. */
export const byLine = ({ album, artist }: Pick<Listed, "album" | "artist">): string =>
  [artist, album].filter((word) => word !== null && word !== "").join(" · ")
