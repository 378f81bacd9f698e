// Reads the first bytes of many files in a separate thread, which may wait for a disk. `FileHeads` starts it. Plain
// JavaScript, because it is started directly, from the sources and from the bundle.
//
// A question is {"id", "root", "paths", "bytes"}: absolute paths, one character per byte. The answer is {"id", "heads",
// "lengths"}: `bytes` of space for each path, and how many of them are filled; -1 if the file was not read, for any
// reason.
import { closeSync, readSync } from "node:fs"
import { parentPort } from "node:worker_threads"
import { openRegular } from "./openRegular.mjs"

const pathOf = (text) => Buffer.from(text, "latin1")

const readHead = (root, path, into) => {
  try {
    const { descriptor } = openRegular(root, path)
    try {
      return readSync(descriptor, into, 0, into.length, 0)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return -1
  }
}

parentPort.on("message", ({ bytes, id, paths, root }) => {
  const heads = new Uint8Array(paths.length * bytes)
  const lengths = paths.map((path, index) =>
    readHead(pathOf(root), pathOf(path), heads.subarray(index * bytes, (index + 1) * bytes))
  )
  parentPort.postMessage({ id, heads, lengths }, [heads.buffer])
})
