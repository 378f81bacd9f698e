import { request } from "node:http"
import type { Product } from "./Product.ts"
import { seconds } from "./Report.ts"

interface Timed {
  readonly firstByte: number
  readonly whole: number
  readonly bytes: number
}

/** Returns the times in seconds until the first and the last byte of a segment arrive. */
export const timed = (product: Product, target: string): Promise<Timed> =>
  new Promise((resolve, reject) => {
    const from = performance.now()
    let firstByte = Number.NaN
    let bytes = 0
    const headers = { authorization: `Bearer ${product.token()}` }
    const sent = request(new URL(target, product.origin), { headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${target}: ${response.statusCode}`))
      response.on("data", (chunk: Buffer) => {
        if (bytes === 0) firstByte = seconds(from)
        bytes += chunk.length
      })
      response.on("error", reject)
      response.on("end", () => resolve({ firstByte, whole: seconds(from), bytes }))
    })
    sent.on("error", reject)
    sent.end()
  })

export const playlistOf = async (product: Product, target: string): Promise<string> => {
  const headers = { authorization: `Bearer ${product.token()}` }
  const response = await fetch(new URL(target, product.origin), { headers })
  if (!response.ok) throw new Error(`${target}: ${response.status}`)
  return response.text()
}

/** Returns the URIs in a playlist: variants or segments. */
export const listedIn = (playlist: string): ReadonlyArray<string> =>
  playlist.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
