import { NotFound } from "@media/kernel/Errors"
import type { ImageDecoder } from "@media/pictures/ImageDecoder"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { asPage, NoPage, type PageRequest, pageTag, type ServedPage } from "../../media/books/pages.ts"
import { kinds } from "../../generated/kinds.ts"
import { comicImage, getComic, listComics, wholeArchive } from "../../media/galleries/comics.ts"
import type { ListFilter } from "../../catalog/items/listFilter.ts"
import { entryBytes } from "../../catalog/items/entrySource.ts"
import { whileWaiting } from "@media/pictures/WhileWaiting"
import type { CatalogBook } from "./books.ts"
import type { Paged } from "./listing.ts"

/**
 * The media type of comic archives. Reading apps recognize this type, but do not accept the media type of ZIP files.
 */
const TYPE = "application/vnd.comicbook+zip"

type Told = Effect.Effect.Success<ReturnType<typeof listComics>>["items"][number] & {
  readonly details?: string | null
}

/** Converts a gallery to a book of the format `comic` without authors, series and other metadata. */
const toBook = ({ pages, ...gallery }: Told): CatalogBook => ({
  isGallery: true,
  type: TYPE,
  book: {
    ...gallery,
    kind: "book",
    format: "comic",
    pages: pages === 0 ? null : pages,
    authors: [],
    series: null,
    language: null,
    publisher: null
  }
})

/** Returns a page of the galleries in the catalog: archives whose images were examined. */
export const catalogComics = (
  principal: Principal,
  { page, perPage }: Pick<Paged, "page" | "perPage">,
  filter: Partial<ListFilter>
) =>
  Effect.map(
    listComics(principal, { status: "ready", sort: "title", order: "asc", ...filter, page, perPage }),
    ({ items, total }) => ({
      books: items.map(toBook),
      paged: { page, perPage, total } satisfies Paged
    })
  )

export const catalogComic = (principal: Principal, id: string) => Effect.map(getComic(principal, id), toBook)

/**
 * Returns the item that the cover belongs to: the gallery itself, or an image in the gallery. Undefined if there is no
 * cover.
 */
export const comicCover = (principal: Principal, id: string) =>
  Effect.map(catalogComic(principal, id), ({ book: { picture } }) => {
    const [, list, itemId] = /^(\/api\/[^/]+)\/([^/]+)\//.exec(picture?.url ?? "") ?? []
    const shown = kinds.find(({ paths }) => paths.list === list)
    return shown === undefined || itemId === undefined ? undefined : { kind: shown.kind, id: itemId }
  })

/** Returns the archive file and its download name, which has the extension of a comic. */
export const comicFile = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    const found = yield* wholeArchive(principal, id)
    if (Option.isNone(found)) return yield* new NotFound({ what: "gallery" })
    const { label } = found.value
    const name = label.slice(label.lastIndexOf("/") + 1)
    return { ...found.value, fileName: name.replace(/\.zip$/i, ".cbz"), type: TYPE }
  })

/** Returns a page of a comic. The pages are the images of the archive, in the order of the gallery. */
export const comicPage = (principal: Principal, id: string, wanted: PageRequest) =>
  Effect.gen(function* () {
    const image = yield* comicImage(principal, id, wanted.page)
    if (Option.isNone(image)) return yield* new NoPage({ reason: "The comic has no such page." })
    const context = yield* Effect.context<ImageDecoder>()
    return {
      etag: pageTag(image.value, wanted),
      bytes: entryBytes(image.value).pipe(
        Effect.flatMap((stored) => asPage(stored, wanted)),
        whileWaiting,
        Effect.catchIf(
          (error) => error._tag !== "NotReady",
          ({ reason }) => new NoPage({ reason })
        ),
        Effect.provide(context)
      )
    } satisfies ServedPage
  })
