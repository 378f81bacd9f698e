import { MediaProcess } from "@media/media-tools/MediaProcess"
import * as Effect from "effect/Effect"

/**
 * Runs ffmpeg and returns its output on `pipe:1`. ffmpeg cannot seek back in a pipe to complete the headers, so the
 * output resembles an unfinished recording.
 */
export const ffmpeg = (...args: ReadonlyArray<string>): Effect.Effect<Buffer, Error, MediaProcess> =>
  Effect.flatMap(MediaProcess, (tools) =>
    tools.run({
      tool: "ffmpeg",
      args: ["-hide_banner", "-nostdin", "-v", "error", "-y", ...args],
      timeoutMs: 60_000,
      nice: 5
    })
  ).pipe(Effect.map(({ stdout }) => stdout))

/** Encrypts a finished video with Common Encryption and a fixed key. */
export const encrypted = (from: string, to: string) =>
  ffmpeg(
    ...["-i", from, "-c", "copy", "-encryption_scheme", "cenc-aes-ctr"],
    ...["-encryption_key", "00112233445566778899aabbccddeeff"],
    ...["-encryption_kid", "112233445566778899aabbccddeeff00", "-f", "mp4", to]
  )

/** Returns a WebM whose first track declares its blocks as encrypted (AES), in place of the track's UID and flags. */
export const webmThatClaimsEncryption = (webm: Buffer): Buffer => {
  const changed = Buffer.from(webm)
  const encodings = Buffer.from("6d808b624088503585" + "47e1820005", "hex")
  encodings.copy(changed, changed.indexOf(Buffer.from("73c5", "hex"), changed.indexOf("1654ae6b", 0, "hex")))
  return changed
}

/**
 * Turns a transport stream into a recording of an encrypted broadcast, in which everything but the program tables is
 * encrypted.
 */
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

/** Returns an mp4 whose headers declare the length as unknown (all bits set), like the output of live packagers. */
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
