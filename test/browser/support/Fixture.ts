import { freePort, Product } from "@media/testkit/product/Product"
import { noPreviews } from "@media/testkit/NoPreviews"
import { admin } from "@media/testkit/seed/Accounts"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundled } from "./Bundle.ts"

/** A product in its own folder, which `end` removes. */
export const startProduct = async (name: string): Promise<Product> => {
  const programs = await bundled()
  const folder = mkdtempSync(join(tmpdir(), `media-browser-${name}-`))
  const product = new Product(folder, await freePort(), programs)
  await product.run()
  return product
}

/** Creates an administrator, whose token the product's calls use, and disables previews of videos. */
export const startWithAdmin = async (name: string): Promise<Product> => {
  const product = await startProduct(name)
  await product.doNotWaitForDisk()
  await product.setUp(admin)
  await product.data("PATCH", "/api/settings", noPreviews)
  return product
}

/** Adds a library with the videos in the product's media folder. */
export const addMovies = (product: Product): Promise<string> =>
  product.addLibrary({ name: "Movies", contents: ["videos"], folder: product.media })
