import { closeSync, fchmodSync, openSync, writeSync } from "node:fs"

/**
 * Creates a new file that the user of the sandbox can read. Fails if the name exists, so it never follows a planted
 * link.
 */
export const newFile = (path: string, content: string | Uint8Array): void => {
  const descriptor = openSync(path, "wx", 0o644)
  try {
    // The umask of the server would prevent other users from reading the file.
    fchmodSync(descriptor, 0o644)
    writeSync(descriptor, typeof content === "string" ? Buffer.from(content) : content)
  } finally {
    closeSync(descriptor)
  }
}
