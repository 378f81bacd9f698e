import { constants } from "node:fs"
import { open } from "node:fs/promises"

/**
 * Why a file with this name cannot be a video, from its first bytes; undefined when it may be one.
 * `.ts` is also the ending of TypeScript sources, which nobody wants listed as broken films.
 */
export const contradiction = async (absolute: Buffer, name: string): Promise<string | undefined> => {
  if (!/\.ts$/i.test(name)) return undefined
  try {
    const file = await open(absolute, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(193), 0, 193, 0)
      const isStream = bytesRead > 0 && (buffer[0] === 0x47 || buffer[4] === 0x47)
      return isStream ? undefined : "Not an MPEG transport stream (a source file with the same ending?)"
    } finally {
      await file.close()
    }
  } catch {
    // The probe will say why it cannot be read.
    return undefined
  }
}
