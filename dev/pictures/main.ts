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
  /** Folder of the media files and the server's data. It is kept for the next run. */
  readonly folder: string
  /** Folder to which the screenshots and the contact sheets are written. */
  readonly out: string
  /** Folder for the screenshots of the README. If undefined, these screenshots are not written. */
  readonly readme: string | undefined
  readonly port: number
  /** Takes screenshots only of pages whose name contains this text. Empty for all pages. */
  readonly only: string
  readonly isKept: boolean
  readonly print: (line: string) => void
}

const nextSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve())
  })

/** Generates a library, starts the product with it, and takes a screenshot of every main page. */
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
