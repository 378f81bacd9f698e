import { open } from "node:fs/promises"

/** Creates a file. Fails if the name is taken, so that nothing is written through a planted link. */
export const newFile = async (path: string, bytes: Uint8Array, mode: number): Promise<void> => {
  const handle = await open(path, "wx", mode)
  try {
    await handle.writeFile(bytes)
  } finally {
    await handle.close()
  }
}
