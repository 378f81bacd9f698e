import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Returns the paths of the ffmpeg and ffprobe programs that the product itself would use. */
export const mediaTools = (): Promise<{ readonly ffmpeg: string; readonly ffprobe: string }> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const { ffmpeg, ffprobe } = yield* MediaBinaries
      return { ffmpeg: (yield* ffmpeg).path, ffprobe: (yield* ffprobe).path }
    }).pipe(Effect.provide(MediaBinaries.layer))
  )

const cache = join(tmpdir(), "media-library-bench")

const made = (name: string, make: (temporary: string) => void): string => {
  const path = join(cache, name)
  if (existsSync(path)) return path
  mkdirSync(cache, { recursive: true })
  const temporary = join(cache, `making-${process.pid}-${name}`)
  make(temporary)
  renameSync(temporary, path)
  return path
}

const quiet = ["-hide_banner", "-nostdin", "-v", "error", "-y"]

/** Creates a video with a duration of one second and a size of 20 KB. */
export const tinyVideo = (ffmpeg: string): string =>
  made("tiny.mp4", (path) => {
    const inputs = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=1", "-f", "lavfi", "-i", "sine=d=1"]
    const codecs = [
      "-c:v",
      "libx264",
      "-preset",
      "veryfast",
      "-crf",
      "30",
      "-pix_fmt",
      "yuv420p",
      "-c:a",
      "aac"
    ]
    execFileSync(ffmpeg, [...quiet, ...inputs, ...codecs, "-shortest", "-movflags", "+faststart", path])
  })

/**
 * Creates a 1080p H.264 video at 6 Mbit/s, with closed GOPs of two seconds and AAC audio. To save time, only half a
 * minute is encoded, and then repeated.
 */
export const longVideo = (ffmpeg: string, minutes = 10): string => {
  const piece = made("piece-1080p-6m.mp4", (path) => {
    const input = ["-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=24:d=30"]
    const video = ["-c:v", "libx264", "-preset", "superfast", "-profile:v", "high", "-pix_fmt", "yuv420p"]
    const rate = ["-b:v", "6M", "-maxrate", "7M", "-bufsize", "7M"]
    const groups = ["-g", "48", "-keyint_min", "48", "-sc_threshold", "0", "-flags", "+cgop"]
    execFileSync(ffmpeg, [...quiet, ...input, ...video, ...rate, ...groups, path])
  })
  return made(`${minutes}-minutes-1080p-6m.mp4`, (path) => {
    const seconds = String(minutes * 60)
    const loops = String(minutes * 2 - 1)
    const inputs = ["-stream_loop", loops, "-i", piece, "-f", "lavfi", "-i", `sine=r=48000:d=${seconds}`]
    const codecs = ["-c:v", "copy", "-c:a", "aac", "-b:a", "128k", "-t", seconds, "-movflags", "+faststart"]
    execFileSync(ffmpeg, [...quiet, ...inputs, ...codecs, path])
  })
}

/**
 * Creates a ten-minute 720p HEVC video with AAC audio and x265's default settings, which set a key frame every 250
 * frames. To save time, only twenty seconds are encoded, and then repeated.
 */
export const hevcVideo = (ffmpeg: string): string => {
  const piece = made("piece-720p-hevc.mp4", (path) => {
    const input = ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=25:d=20,noise=alls=6:allf=t"]
    const video = [
      "-c:v",
      "libx265",
      "-preset",
      "superfast",
      "-crf",
      "26",
      "-x265-params",
      "keyint=250:log-level=error"
    ]
    execFileSync(ffmpeg, [...quiet, ...input, ...video, "-pix_fmt", "yuv420p", "-tag:v", "hvc1", path])
  })
  return made("ten-minutes-720p-hevc.mp4", (path) => {
    const inputs = ["-stream_loop", "29", "-i", piece, "-f", "lavfi", "-i", "sine=r=48000:d=600"]
    const codecs = ["-c:v", "copy", "-c:a", "aac", "-b:a", "128k", "-t", "600", "-movflags", "+faststart"]
    execFileSync(ffmpeg, [...quiet, ...inputs, ...codecs, path])
  })
}

const box = (bytes: number, fill: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes, 0)
  head.write("free", 4, "latin1")
  return Buffer.concat([head, fill.subarray(0, bytes - 8)])
}

/** Creates a tree of video copies and returns their paths. Each copy is a valid video with its own size and hash. */
export const makeVideoTree = (
  folder: string,
  source: string,
  count: number,
  perFolder = 50
): Array<string> => {
  const content = readFileSync(source)
  return Array.from({ length: count }, (_, n) => {
    const parent = join(folder, `Season ${String(Math.floor(n / perFolder)).padStart(4, "0")}`)
    if (n % perFolder === 0) mkdirSync(parent, { recursive: true })
    const path = join(parent, `Video ${String(n).padStart(6, "0")}.mp4`)
    writeFileSync(path, Buffer.concat([content, box(16 + n, Buffer.alloc(16 + n, n % 251))]))
    return path
  })
}

/**
 * Creates a tree of small files that have the extension of a video but cannot be played. Each file has different
 * content.
 */
export const makeNameTree = (folder: string, count: number, perFolder = 100): void => {
  for (let n = 0; n < count; n++) {
    const parent = join(folder, `Shelf ${String(Math.floor(n / perFolder)).padStart(4, "0")}`)
    if (n % perFolder === 0) mkdirSync(parent, { recursive: true })
    writeFileSync(
      join(parent, `Clip ${String(n).padStart(6, "0")}.mp4`),
      `not a video, number ${n}`.padEnd(64 + (n % 4_000), ".")
    )
  }
}

/**
 * Creates a file of `bytes` bytes and returns its name. The file starts with a playable video and is padded with data
 * that is never played. The padding is real data, because the disk would not have to read a sparse hole.
 */
export const bigVideo = (folder: string, source: Buffer, bytes: number): string => {
  const name = "Big.mp4"
  const file = openSync(join(folder, name), "w")
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes - source.length, 0)
  head.write("free", 4, "latin1")
  writeSync(file, Buffer.concat([source, head]))
  const filler = randomBytes(1024 ** 2)
  for (let left = bytes - source.length - 8; left > 0; left -= filler.length)
    writeSync(file, filler.subarray(0, Math.min(left, filler.length)))
  closeSync(file)
  return name
}
