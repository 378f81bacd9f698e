import { closeSync, fchmodSync, openSync, writeSync } from "node:fs"

/**
 * Creates a new file; fails if the name exists, so that no planted link is followed. Readable for the sandbox's
 * user.
 */
export const newFile = (path: string, content: string | Uint8Array): void => {
  const descriptor = openSync(path, "wx", 0o644)
  try {
    // The server's umask lets no other user read its files.
    fchmodSync(descriptor, 0o644)
    writeSync(descriptor, typeof content === "string" ? Buffer.from(content) : content)
  } finally {
    closeSync(descriptor)
  }
}
