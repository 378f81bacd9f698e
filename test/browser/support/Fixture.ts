import * as SqlClient from "@effect/sql/SqlClient"
import { freePort, Product } from "@media/testkit/product/Product"
import { noPreviews } from "@media/testkit/NoPreviews"
import { admin } from "@media/testkit/seed/Accounts"
import * as Effect from "effect/Effect"
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

/**
 * The disk of a test machine is shared with tests that fill disks, and a commit that waits for it would fail with 504.
 * Only a power failure could lose data.
 */
const doNotWaitForDisk = (product: Product): Promise<void> =>
  product.onStore(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`alter system set fsync = off`
      yield* sql`select pg_reload_conf()`
    })
  )

/** Has an administrator, whose token the calls of the product use. Previews of videos are switched off. */
export const startWithAdmin = async (name: string): Promise<Product> => {
  const product = await startProduct(name)
  await doNotWaitForDisk(product)
  await product.setUp(admin)
  await product.data("PATCH", "/api/settings", noPreviews)
  return product
}

/** A library of the videos that were put into the product's media folder. */
export const addMovies = (product: Product): Promise<string> =>
  product.addLibrary({ name: "Movies", contents: ["videos"], folder: product.media })
