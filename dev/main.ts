import { builtPrograms } from "@media/testkit/product/Launcher"
import { Product } from "@media/testkit/product/Product"
import { admin, member } from "@media/testkit/seed/Accounts"
import { hasContents, makeContents, removeContents } from "./contents.ts"

export interface DevOptions {
  /**
   * Folder of the database and the media files. Deleted and regenerated if this version of the code would generate
   * different contents.
   */
  readonly folder: string
  readonly port: number
  /** Number of additional videos, which exist only in the database and have no file. */
  readonly videos: number
  readonly isFresh: boolean
  readonly print: (line: string) => void
  /** Serves the web app from its sources, in front of the server at `origin`. */
  readonly serveWeb: (
    origin: string
  ) => Promise<{ readonly url: string; readonly close: () => Promise<void> }>
}

const inSeconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`

const nextSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve())
  })

const prepare = async (product: Product, { isFresh, print, videos }: DevOptions): Promise<void> => {
  const isSeeded = !isFresh && hasContents(product.folder, videos)
  if (!isSeeded) removeContents(product.folder)
  await product.run()
  if (isSeeded) return
  const begin = performance.now()
  print("Making accounts, libraries and media files (once) ...")
  await makeContents(product, videos)
  print(`  done in ${inSeconds(begin)}`)
}

/**
 * Runs the real product with generated contents, and runs the web app with hot reload. Stops when a signal arrives or
 * the product exits.
 */
export const runDev = async (options: DevOptions): Promise<number> => {
  const { folder, port, print, serveWeb } = options
  const begin = performance.now()
  const product = new Product(folder, port, builtPrograms, print)
  const ended = nextSignal().then(() => "signal" as const)
  let web: Awaited<ReturnType<DevOptions["serveWeb"]>> | undefined
  const start = async (): Promise<"ready"> => {
    await prepare(product, options)
    web = await serveWeb(product.origin)
    return "ready"
  }
  try {
    if ((await Promise.race([start(), ended])) === "signal") return 0
    print(`
  Web app  ${web?.url ?? ""}   (started in ${inSeconds(begin)})
  Server   ${product.origin}
  Sign in  ${admin.username} / ${admin.password}   (administrator)
           ${member.username} / ${member.password}   (member)
  Data     ${folder}   (--fresh makes it again)
`)
    const end = await Promise.race([ended, product.exited.then(() => "exit" as const)])
    if (end === "exit") print("The product ended by itself; its messages are above.")
    return end === "signal" ? 0 : 1
  } finally {
    await web?.close()
    await product.stop()
  }
}
