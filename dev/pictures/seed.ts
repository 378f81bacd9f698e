import { join } from "node:path"
import type { Product } from "@media/testkit/product/Product"
import { addMember, admin } from "@media/testkit/seed/Accounts"
import { eventually } from "@media/testkit/product/Time"
import { administer } from "./manage.ts"

const libraries = [
  ["Movies", "videos"],
  ["Series", "videos"],
  ["Clips", "videos"],
  ["Photos", "images"],
  ["Music", "audio"],
  ["Books", "books"]
] as const

interface Listed {
  readonly items: ReadonlyArray<{ readonly id: string; readonly title: string }>
}
interface Queue {
  readonly queued: number
  readonly started: number
}

/** Starts, finishes and favorites some items, so that the library looks used. */
export const use = async (product: Product): Promise<void> => {
  const list = async (path: string) => (await product.data<Listed>("GET", `/api/${path}`)).items
  const [movies, episodes, books] = [
    await list("video/movies?sort=title&perPage=50"),
    await list("video/episodes?perPage=50"),
    await list("books?sort=title&perPage=50")
  ]
  const idOf = (items: Listed["items"], title: string) => items.find((item) => item.title === title)?.id
  for (const [title, position] of [
    ["Night Ferry", 21],
    ["North of Winter", 30]
  ] as const)
    await product.data("PUT", `/api/videos/${idOf(movies, title)}/progress`, { position, duration: 64 })
  for (const title of ["Arrival", "The Lamp"]) {
    const id = idOf(episodes, title)
    if (id !== undefined) await product.data("PUT", `/api/videos/${id}/watched`)
  }
  const book = idOf(books, "The Salt Cellar")
  await product.data("PUT", `/api/books/${book}/progress`, { position: 34, duration: 100 })
  for (const movie of movies.slice(0, 3)) await product.data("PUT", `/api/videos/${movie.id}/favorite`)
}

/** Signs in. On the first run, also creates the accounts and libraries, and waits until all pictures exist. */
export const fill = async (product: Product, isFilled: boolean): Promise<void> => {
  if (isFilled) {
    const start = await product.data<{ accessToken: string }>("POST", "/api/auth/login", admin)
    product.token = start.accessToken
    return
  }
  await product.setUp(admin)
  const ids: Array<string> = []
  for (const [name, contents] of libraries)
    ids.push(await product.addLibrary({ name, contents: [contents], folder: join(product.media, name) }))
  await addMember(product, ids.slice(0, 3))
  await eventually(
    "all jobs are done",
    async () => {
      const { items } = await product.data<{ items: ReadonlyArray<Queue> }>("GET", "/api/jobs/queues")
      return items.every(({ queued, started }) => queued + started === 0)
    },
    900_000
  )
  await use(product)
  await administer(product)
}
