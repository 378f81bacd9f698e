import { open } from "node:fs/promises"

/**
 * Creates a file. Fails if the name already exists, so that nothing is ever written through a symbolic link that an
 * attacker created there.
 */
export const writeNew = async (path: string, content: Uint8Array | string, mode = 0o644): Promise<void> => {
  const file = await open(path, "wx", mode)
  try {
    await file.writeFile(content)
  } finally {
    await file.close()
  }
}
