import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, realpathSync } from "node:fs"

const SLASH = 0x2f

/** As `contains` of the kernel: both without links, in bytes. */
const isBelow = (root, real) => {
  const end = root.at(-1) === SLASH ? root.length - 1 : root.length
  return real.subarray(0, end).equals(root.subarray(0, end)) && real[end] === SLASH
}

/** As `realPathOf` of the kernel: exact where the kernel knows it of the descriptor itself. */
const realPathOf = (descriptor, path) => {
  if (process.platform === "linux") return readlinkSync(`/proc/self/fd/${descriptor}`, "buffer")
  const real = realpathSync.native(path, "buffer")
  const [opened, there] = [fstatSync(descriptor, { bigint: true }), lstatSync(real, { bigint: true })]
  if (opened.dev !== there.dev || opened.ino !== there.ino) throw new Error("another file")
  return real
}

/**
 * A regular file that lies inside its root even when links are swapped meanwhile: what is checked is what was opened. Links to files
 * are not followed. Whoever asks opens what is refused here by `openInside`, which follows those that stay inside and has the
 * words. The caller closes the descriptor.
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
