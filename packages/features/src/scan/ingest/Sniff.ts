import { openInside } from "@media/kernel/InsideRoot"
import * as Effect from "effect/Effect"
import { fileCall, NoAnswer } from "../walk/FileCalls.ts"
import type { FileKind } from "./FileKind.ts"
import { notAnswering } from "../walk/RootIdentity.ts"
import { joinBytes, type FoundFile } from "../walk/Walk.ts"

/** Verdicts of the content: they hold as long as size and time of the file stay. */
export const sniffReasons = {
  "transport-stream": "Not an MPEG transport stream (a source file with the same ending?)",
  ogg: "It holds sound and no video"
} as const

const headBytes = 4_096

const isTransportStream = (head: Buffer): boolean => head.length > 0 && (head[0] === 0x47 || head[4] === 0x47)

/** The first packet of every stream comes before all others, and says what the stream is. */
const hasOggVideo = (head: Buffer): boolean => {
  const text = head.toString("latin1")
  if (!text.startsWith("OggS")) return true
  return ["\x80theora", "\x01video\0", "OVP80", "BBCD\0", "\x80daala", "fishead\0"].some((sign) =>
    text.includes(sign)
  )
}

const headOf = async (root: Buffer, relative: Buffer): Promise<Buffer> => {
  const handle = await openInside(root, joinBytes(root, relative))
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * Why the content of a file contradicts what its name says; undefined when it does not, or cannot be read now (then the
 * probe will say why). `.ts` is also the ending of TypeScript sources, `.ogg` that of music. Fails when the file system
 * does not answer.
 */
export const rejectReason = (root: Buffer, file: FoundFile, kind: FileKind) =>
  Effect.gen(function* () {
    const sniff = kind._tag === "Media" ? kind.sniff : undefined
    if (sniff === undefined) return undefined
    const head = yield* fileCall(() => headOf(root, file.relative)).pipe(
      Effect.catchAll((error) =>
        error instanceof NoAnswer ? Effect.fail(notAnswering(root)) : Effect.succeed(undefined)
      )
    )
    if (head === undefined) return undefined
    const isAsNamed = sniff === "ogg" ? hasOggVideo(head) : isTransportStream(head)
    return isAsNamed ? undefined : sniffReasons[sniff]
  })
