import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, realpathSync } from "node:fs"

const SLASH = 0x2f

/** True if `real` is inside `root`, like `contains` of the kernel package. Both are resolved paths as bytes. */
const isBelow = (root, real) => {
  const end = root.at(-1) === SLASH ? root.length - 1 : root.length
  return real.subarray(0, end).equals(root.subarray(0, end)) && real[end] === SLASH
}

/**
 * Returns the path of an open file, like `realPathOf` of the kernel package. If the kernel cannot report the path of a
 * descriptor, resolves `path` again instead.
 */
const realPathOf = (descriptor, path) => {
  if (process.platform === "linux") return readlinkSync(`/proc/self/fd/${descriptor}`, "buffer")
  const real = realpathSync.native(path, "buffer")
  const [opened, there] = [fstatSync(descriptor, { bigint: true }), lstatSync(real, { bigint: true })]
  if (opened.dev !== there.dev || opened.ino !== there.ino) throw new Error("another file")
  return real
}

/**
 * Opens a regular file that is inside `root`. The check applies to the opened file, so an attacker gains nothing by
 * swapping links in the meantime. Links to files are not followed. If this function throws, the caller uses
 * `openInside` instead. `openInside` follows links that stay inside the root, and reports why a file cannot be opened.
 * The caller closes the descriptor.
 */
export const openRegular = (root, path) => {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0))
  try {
    const file = fstatSync(descriptor)
    const isOurs = file.isFile() && isBelow(realpathSync.native(root, "buffer"), realPathOf(descriptor, path))
    if (!isOurs) throw new Error("no regular file of its root")
    return { descriptor, file }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}
