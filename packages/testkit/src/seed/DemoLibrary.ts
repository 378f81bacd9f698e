import { registry } from "@media/features/generated/slices"
import { closeSync, ftruncateSync, mkdirSync, openSync, utimesSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { NewLibrary, Product } from "../product/Product.ts"
import { eventually } from "../product/Time.ts"
import { addMember, admin } from "./Accounts.ts"
import { appendVideos, fileNumber } from "./ManyVideos.ts"
import { putAudio, putBooks, putImages } from "./SampleFiles.ts"
import { putVideo, putVideos, titles } from "./SampleVideos.ts"

export interface DemoLibrary {
  /** The ids of the libraries, named after what each library contains. */
  readonly movies: string
  readonly photos: string
  readonly music: string
  readonly books: string
  readonly archive: string
}

/** Creates a sparse file of this size in bytes. */
const sparseFile = (path: string, size: number, mtimeMs: number): void => {
  mkdirSync(dirname(path), { recursive: true })
  const handle = openSync(path, "w")
  ftruncateSync(handle, size)
  closeSync(handle)
  utimesSync(path, mtimeMs / 1_000, mtimeMs / 1_000)
}

/**
 * Adds many videos at once by appending their events. The files on disk have no content. Their size and modification
 * time match the events, so a scan leaves these videos unchanged. Playing such a video fails.
 */
const addArchive = async (product: Product, folder: string, count: number): Promise<string> => {
  mkdirSync(folder, { recursive: true })
  const id = await product.addLibrary({ name: "Archive", contents: ["videos"], folder })
  await product.isScanned()
  const { roots } = await product.data<{ roots: ReadonlyArray<{ id: string }> }>(
    "GET",
    `/api/libraries/${id}`
  )
  for (let n = 0; n < count; n += 1) {
    const { mtimeMs, path, size } = fileNumber(n)
    sparseFile(join(folder, path), size, mtimeMs)
  }
  // The events are appended without policies, because probing each empty file would fail.
  await product.onStore(appendVideos({ libraryId: id, rootId: roots[0]!.id }, 0, count, true), {
    ...registry,
    policies: []
  })
  return id
}

/**
 * Creates an administrator, a member, and a library of each kind. The libraries contain every state that a page may
 * have to show.
 */
export const seedDemoLibrary = async (product: Product, archiveSize: number): Promise<DemoLibrary> => {
  const folder = (name: string): string => join(product.media, name)
  await product.setUp(admin)
  await putVideos(folder("movies"), ["plain", "tall", "webm", "foreign", "corrupt", "bad"])
  for (const title of [
    "Winter Orchard",
    "The Last Signal (2019)",
    "Paper Lanterns – Director’s Cut with a Very Long Title"
  ])
    await putVideo(folder("movies"), "plain", `${title}/${title}.mp4`)
  writeFileSync(join(folder("movies"), "Harbour Lights.srt"), "1\n00:00:01,000 --> 00:00:03,000\nHello.\n")
  await putImages(folder("photos"))
  await putAudio(folder("music"))
  putBooks(folder("books"), folder("photos"))

  const archive = await addArchive(product, folder("archive"), archiveSize)
  const add = (name: string, contents: NewLibrary["contents"][number], of: string): Promise<string> =>
    product.addLibrary({ name, contents: [contents], folder: folder(of) })
  const [photos, music, books, movies] = [
    await add("Photos", "images", "photos"),
    await add("Music", "audio", "music"),
    await add("Books", "books", "books"),
    await add("Movies", "videos", "movies")
  ]
  await eventually("the movies are found", async () => (await product.videoId(titles.webm)) !== "", 60_000)
  await product.isScanned(120_000)
  await product.data("PATCH", `/api/videos/${await product.videoId(titles.tall)}`, {
    rating: 80,
    date: "2019-11-02",
    details: "Two climbers, one mountain and a winter that does not end.\n\nFilmed over three years.",
    isOrganized: true
  })
  await addMember(product, [movies, photos])
  return { archive, books, movies, music, photos }
}
