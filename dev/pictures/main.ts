import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { builtPrograms } from "@media/testkit/product/Launcher"
import { Product } from "@media/testkit/product/Product"
import { makeFiles } from "./files.ts"
import { putScrapers } from "./manage.ts"
import { pagesOf } from "./pages.ts"
import { fill } from "./seed.ts"
import { putTogether, shoot, writeReadme } from "./shots.ts"

export interface PictureOptions {
  /** Media files and data of the server; kept for the next run. */
  readonly folder: string
  /** The pictures and the contact sheets. */
  readonly out: string
  /** The folder for the pictures of the README, if they are requested. */
  readonly readme: string | undefined
  readonly port: number
  /** Part of the names of the requested pages. */
  readonly only: string
  readonly isKept: boolean
  readonly print: (line: string) => void
}

const nextSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve())
  })

/** Draws a library, starts the product on it, and takes a picture of every main page. */
export const takePictures = async (options: PictureOptions): Promise<void> => {
  const { folder, isKept, only, out, port, print, readme } = options
  const product = new Product(folder, port, builtPrograms)
  const isFilled = existsSync(join(folder, "data"))
  print("Drawing the media files ...")
  await makeFiles(product.media)
  putScrapers(product)
  await product.run()
  try {
    print(isFilled ? "Signing in ..." : "Scanning and making previews ...")
    await fill(product, isFilled)
    const pages = (await pagesOf(product)).filter(({ name }) => name.includes(only))
    mkdirSync(out, { recursive: true })
    const problems = await shoot(product, pages, out, print)
    await putTogether(pages, out)
    if (readme !== undefined) await writeReadme(pages, out, readme)
    for (const problem of problems) print(`  ! ${problem}`)
    print(`Pictures and contact sheets are in ${out}`)
    if (isKept) {
      print(`Running at ${product.origin} until Ctrl-C`)
      await nextSignal()
    }
  } finally {
    await product.stop()
  }
}
