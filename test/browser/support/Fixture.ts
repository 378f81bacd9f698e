import { freePort, Product } from "@media/testkit/product/Product"
import { noPreviews } from "@media/testkit/NoPreviews"
import { roomyFolder } from "@media/testkit/RoomyFolder"
import { admin } from "@media/testkit/seed/Accounts"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundle } from "./Bundle.ts"

const newProduct = async (name: string): Promise<Product> => {
  const folderIn = (parent: string) => mkdtempSync(join(parent, `media-browser-${name}-`))
  // The media folder stays on disk, because the product rejects system folders such as /dev/shm, which `roomyFolder`
  // may return.
  const [folder, data] = [folderIn(tmpdir()), folderIn(await roomyFolder())]
  return new Product(folder, await freePort(), bundle, undefined, data)
}

/** Starts a product in its own folder. `end` removes the folder. */
export const startProduct = async (name: string): Promise<Product> => {
  const product = await newProduct(name)
  await product.run()
  return product
}

interface Prepared {
  readonly data: string
  readonly token: string
}

const prepare = async (): Promise<Prepared> => {
  const product = await startProduct("prepared")
  await product.doNotWaitForDisk()
  await product.setUp(admin)
  await product.data("PATCH", "/api/settings", noPreviews)
  await product.stop()
  process.once("exit", () => rmSync(product.dataDir, { recursive: true, force: true }))
  return { data: product.dataDir, token: product.token }
}

const marker = Symbol.for("media.browser-prepared")

/**
 * Creates an installation once per process of the test runner. Each product then gets a copy of its database, which
 * takes a tenth of the time of creating a database.
 */
const prepared = (): Promise<Prepared> => {
  const shared = globalThis as { [marker]?: Promise<Prepared> }
  return (shared[marker] ??= prepare())
}

/**
 * Starts a product on a copy of an installation with an administrator. The product's calls use the administrator's
 * token. The installation creates no previews of videos.
 */
export const startWithAdmin = async (name: string): Promise<Product> => {
  const { data, token } = await prepared()
  const product = await newProduct(name)
  // The copy keeps the owners of the files, because PostgreSQL runs as another user if the tests run as root.
  const copied = spawnSync("cp", ["-a", `${data}/.`, product.dataDir], { encoding: "utf8" })
  if (copied.status !== 0) throw new Error(`the installation cannot be copied: ${copied.stderr}`)
  product.token = token
  await product.run()
  return product
}

/** Adds a library with the videos in the product's media folder. */
export const addMovies = (product: Product): Promise<string> =>
  product.addLibrary({ name: "Movies", contents: ["videos"], folder: product.media })
