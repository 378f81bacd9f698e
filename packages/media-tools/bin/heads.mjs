// Reads the first bytes of many files. Runs in a worker thread, so it may block on a disk. `FileHeads` starts this file
// directly, both from the sources and from the bundle, so the file is plain JavaScript.
//
// A request is {"id", "root", "paths", "bytes"}, where `paths` are absolute paths with one character per byte. The
// response is {"id", "heads", "lengths"}. `heads` has `bytes` bytes of space per path. `lengths` contains the number of
// bytes that were read from each file, or -1 if the file could not be read.
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
