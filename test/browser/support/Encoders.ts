import { readdirSync, readFileSync } from "node:fs"
import type { Product } from "@media/testkit/product/Product"

/** Reads a file of a process in /proc. Returns undefined if the process has ended since it was listed. */
const read = (pid: string, file: "cmdline" | "stat"): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8")
  } catch {
    return undefined
  }
}
const parentOf = (pid: string): string | undefined => read(pid, "stat")?.split(") ").pop()?.split(" ")[1]

/**
 * True if the process is a descendant of `ancestor`. Checks all ancestors, because a shell may have started the
 * process.
 */
const isBelow = (pid: string | undefined, ancestor: string): boolean =>
  pid !== undefined && pid !== "0" && (pid === ancestor || isBelow(parentOf(pid), ancestor))

/**
 * Returns the number of ffmpeg processes that encode streams for a product. They are recognized by the argument
 * `pipe:1`, because they write their segments to a pipe.
 */
export const encodersOf = (product: Product): number => {
  const server = String(product.serverPid())
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    const [program = "", ...words] = read(pid, "cmdline")?.split("\0") ?? []
    return /ffmpeg[^/]*$/.test(program) && words.includes("pipe:1") && isBelow(pid, server)
  }).length
}
