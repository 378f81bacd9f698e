import type { AudioTrackSummary } from "@media/features/media/audio/contract"

/** The fields of a track that the queue stores. Other fields are loaded when the track plays. */
export type Listed = Pick<AudioTrackSummary, "id" | "title" | "artist" | "album" | "duration">

export const listedOf = ({ album, artist, duration, id, title }: Listed): Listed => ({
  id,
  title,
  artist,
  album,
  duration
})

/** Returns the second line of text for a track: artist and album. */
export const byLine = ({ album, artist }: Pick<Listed, "album" | "artist">): string =>
  [artist, album].filter((word) => word !== null && word !== "").join(" · ")
