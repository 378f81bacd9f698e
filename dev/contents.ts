import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@media/testkit/product/Launcher"
import type { Product } from "@media/testkit/product/Product"
import { seedDemoLibrary } from "@media/testkit/seed/DemoLibrary"

/**
 * The migrations and seed code that produce the development database. If any of these files changes, the database and
 * the media files are regenerated instead of migrated. The database and the media files contain nothing worth keeping.
 */
const sources = ["migrations", "packages/testkit/src/seed"]

const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

const stampOf = (videos: number): string => {
  const hash = createHash("sha256").update(String(videos))
  for (const file of sources.flatMap((source) => filesBelow(join(root, source))))
    hash.update(file).update(readFileSync(file))
  return hash.digest("hex")
}

const stampFile = (folder: string): string => join(folder, "contents.stamp")

export const hasContents = (folder: string, videos: number): boolean =>
  existsSync(stampFile(folder)) && readFileSync(stampFile(folder), "utf8") === stampOf(videos)

export const removeContents = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

export const makeContents = async (product: Product, videos: number): Promise<void> => {
  await seedDemoLibrary(product, videos)
  writeFileSync(stampFile(product.folder), stampOf(videos))
}
