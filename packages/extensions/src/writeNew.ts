import { open } from "node:fs/promises"

/** Writes a file that does not exist. Follows no link. */
export const writeNew = async (path: string, content: Uint8Array | string): Promise<void> => {
  const file = await open(path, "wx", 0o644)
  try {
    await file.writeFile(content)
  } finally {
    await file.close()
  }
}
