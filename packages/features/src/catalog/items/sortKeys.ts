import { rankIn } from "./resolution.ts"

/** The sort keys of a list. The caller's own state is in the caller's row, which is joined to that of the item. */
export const sortKeys = {
  createdAt: "v.created_at",
  title: "v.sort_title",
  date: "v.date",
  duration: "v.duration",
  size: "v.size_bytes",
  random: "v.shuffle_key",
  resolution: rankIn("v"),
  number: "(select b.series_number from book_facts b where b.item_id = v.id)",
  takenAt: "v.moment",
  lastPlayedAt: "up.last_played_at",
  rating: "u.rating",
  ordinal: "v.ordinal",
  artist: "v.artist_key",
  album: "v.album_key"
} as const

export const isSortKey = (name: string): name is keyof typeof sortKeys => Object.hasOwn(sortKeys, name)
