import { MediaProcess } from "@media/media-tools/MediaProcess"
import * as Effect from "effect/Effect"

/** Runs ffmpeg; returns its output on `pipe:1`, which looks like an unfinished recording. */
export const ffmpeg = (...args: ReadonlyArray<string>): Effect.Effect<Buffer, Error, MediaProcess> =>
  Effect.flatMap(MediaProcess, (tools) =>
    tools.run({
      tool: "ffmpeg",
      args: ["-hide_banner", "-nostdin", "-v", "error", "-y", ...args],
      timeoutMs: 60_000,
      nice: 5
    })
  ).pipe(Effect.map(({ stdout }) => stdout))

/** Common Encryption of a finished video, with a fixed key. */
export const encrypted = (from: string, to: string) =>
  ffmpeg(
    ...["-i", from, "-c", "copy", "-encryption_scheme", "cenc-aes-ctr"],
    ...["-encryption_key", "00112233445566778899aabbccddeeff"],
    ...["-encryption_kid", "112233445566778899aabbccddeeff00", "-f", "mp4", to]
  )

/** A WebM whose first track declares that its blocks are encrypted (AES), in place of its UID and flags. */
export const webmThatClaimsEncryption = (webm: Buffer): Buffer => {
  const changed = Buffer.from(webm)
  const encodings = Buffer.from("6d808b624088503585" + "47e1820005", "hex")
  encodings.copy(changed, changed.indexOf(Buffer.from("73c5", "hex"), changed.indexOf("1654ae6b", 0, "hex")))
  return changed
}

/** A recording of an encrypted broadcast: the tables are clear, the rest is not. */
export const scrambled = (transportStream: Buffer): Buffer => {
  const changed = Buffer.from(transportStream)
  for (let at = 0; at + 188 <= changed.length; at += 188) {
    const pid = changed.readUInt16BE(at + 1) & 0x1fff
    if (pid < 0x100 || pid === 0x1000) continue
    changed[at + 3]! |= 0xc0
    for (let i = at + 4; i < at + 188; i++) changed[i]! ^= 0x5a
  }
  return changed
}

/** Every header of an mp4 declares its length unknown (all bits set), as live packagers do. */
export const withoutLength = (mp4: Buffer): Buffer => {
  const changed = Buffer.from(mp4)
  for (const [name, offset] of [
    ["mvhd", 20],
    ["mdhd", 20],
    ["tkhd", 24]
  ] as const) {
    for (let at = changed.indexOf(name); at >= 0; at = changed.indexOf(name, at + 1)) {
      changed.writeUInt32BE(0xffffffff, at + offset)
    }
  }
  return changed
}
