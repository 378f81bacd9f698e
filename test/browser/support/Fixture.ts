import { freePort, Product } from "@media/testkit/product/Product"
import { noPreviews } from "@media/testkit/NoPreviews"
import { admin } from "@media/testkit/seed/Accounts"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundled } from "./Bundle.ts"

/** A product on a folder of its own, which `end` removes. */
export const startProduct = async (name: string): Promise<Product> => {
  const programs = await bundled()
  const folder = mkdtempSync(join(tmpdir(), `media-browser-${name}-`))
  const product = new Product(folder, await freePort(), programs)
  await product.run()
  return product
}

/** Has an administrator, whose token the calls of the product use. Previews of videos are switched off. */
export const startWithAdmin = async (name: string): Promise<Product> => {
  const product = await startProduct(name)
  await product.setUp(admin)
  await product.data("PATCH", "/api/settings", noPreviews)
  return product
}

/** A library of the videos that were put into the product's media folder. */
export const addMovies = (product: Product): Promise<string> =>
  product.addLibrary({ name: "Movies", contents: ["videos"], folder: product.media })
