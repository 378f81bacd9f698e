import { open } from "node:fs/promises"

/** Creates a file. Fails if the name exists, so that the file is never written through a planted link. */
export const writeNew = async (path: string, content: Uint8Array | string, mode = 0o644): Promise<void> => {
  const file = await open(path, "wx", mode)
  try {
    await file.writeFile(content)
  } finally {
    await file.close()
  }
}
