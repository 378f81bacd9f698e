import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, realpathSync } from "node:fs"

const SLASH = 0x2f

/** Like `contains` of the kernel package: both without links, in bytes. */
const isBelow = (root, real) => {
  const end = root.at(-1) === SLASH ? root.length - 1 : root.length
  return real.subarray(0, end).equals(root.subarray(0, end)) && real[end] === SLASH
}

/** Like `realPathOf` of the kernel package: exact if the kernel knows the path of the descriptor. */
const realPathOf = (descriptor, path) => {
  if (process.platform === "linux") return readlinkSync(`/proc/self/fd/${descriptor}`, "buffer")
  const real = realpathSync.native(path, "buffer")
  const [opened, there] = [fstatSync(descriptor, { bigint: true }), lstatSync(real, { bigint: true })]
  if (opened.dev !== there.dev || opened.ino !== there.ino) throw new Error("another file")
  return real
}

/**
 * Opens a regular file and guarantees that it is inside its root even if links are swapped meanwhile, because the check
 * applies to the opened file. Links to files are not followed. If this rejects a file, the caller opens it with
 * `openInside`, which follows links that stay inside and reports the reason. The caller closes the descriptor.
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
