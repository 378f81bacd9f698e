import { albumReads } from "@media/features/media/albums/queries"
import type { SqlClient } from "@effect/sql/SqlClient"
import { getTrack, listTracks } from "@media/features/media/audio/queries"
import { getBook, listBooks } from "@media/features/media/books/queries"
import { galleryReads } from "@media/features/media/galleries/queries"
import { imageReads } from "@media/features/media/images/queries"
import type { ListFilter } from "@media/features/catalog/items/listFilter"
import { seasonReads, seriesReads } from "@media/features/media/series/queries"
import type { ItemKind } from "@media/features/ItemKind"
import { getVideo, listVideos } from "@media/features/media/videos/queries"
import type { Principal } from "@media/wire/Security"
import type * as Effect from "effect/Effect"

/** The database service that the queries of the product need. */
export type Database = SqlClient

interface ItemPage {
  readonly items: ReadonlyArray<{ readonly id: string; readonly libraryId: string }>
  readonly total: number
}

interface Reads {
  readonly list: (principal: Principal, filter: ListFilter) => Effect.Effect<ItemPage, unknown, SqlClient>
  readonly get: (principal: Principal, id: string) => Effect.Effect<unknown, unknown, SqlClient>
}

/** The queries for the list and the item page, keyed by kind. */
export const itemReads: Readonly<Record<ItemKind, Reads>> = {
  video: { list: listVideos, get: getVideo },
  image: imageReads,
  track: { list: listTracks, get: getTrack },
  book: { list: listBooks, get: getBook },
  gallery: galleryReads,
  album: albumReads,
  series: seriesReads,
  season: seasonReads
}

/** The kinds of the items that `ManyItems` creates. */
export const readKinds = (Object.keys(itemReads) as ReadonlyArray<ItemKind>).filter(
  (kind) => kind !== "series" && kind !== "season"
)

export const sortsOf = (kind: ItemKind): ReadonlyArray<ListFilter["sort"]> => [
  ...(["createdAt", "title", "date", "random", "size"] as const),
  ...(kind === "video" || kind === "track" ? (["duration"] as const) : []),
  ...(kind === "video" ? (["resolution"] as const) : [])
]
