// Reads the tags of music files, one after another. Tags come from untrusted sources: a malformed tag may claim a size
// of gigabytes or cause an endless loop. This program is therefore a separate process that may crash. `LiveTagReader`
// starts this file directly, with limits on time and memory. It starts the file both from the sources and from the
// bundle, so the file is plain JavaScript.
//
// A request is one line of JSON: a list of {"root", "path"} in base64. The response is one line with a list in the same
// order. An entry has one of two forms:
// - {"facts": {"container", "codec", "duration", "bitRate", "sampleRate", "channels", "hasPicture", "tags"}, "oshash",
//   "size", "mtimeMs"}. `duration` is in seconds, `bitRate` in bits per second, and `sampleRate` in Hz. `tags` uses
//   ffmpeg's names.
// - {"other": reason} if ffprobe should read the file instead.
import { closeSync } from "node:fs"
import { createInterface } from "node:readline"
import { parseFromTokenizer } from "music-metadata"
import { EDGE, oshashOf } from "./oshash.mjs"
import { mp4Sound } from "./tagsMp4.mjs"
import { mpegSound, soundEnd, tagEnd } from "./tagsMpeg.mjs"
import { hasChapters, hasPicture, namedTags } from "./tagsNames.mjs"
import { oggSound } from "./tagsOgg.mjs"
import { openFile } from "./tagsOpen.mjs"

/**
 * Maximum number of bytes read for the tags of one file. Pictures need additional memory: see `memoryBytes` of the
 * caller.
 */
const MOST_TAG_BYTES = 64 * 1024 ** 2

const other = (reason) => {
  throw new Error(reason)
}

const latin1 = (file, position, length) => file.read(position, length).toString("latin1")

const pcmOf = ({ bitsPerSample, codec }, isBigEndian) => {
  const order = isBigEndian ? "be" : "le"
  if (codec === "PCM" && bitsPerSample === 8) return isBigEndian ? "pcm_s8" : "pcm_u8"
  if (codec === "PCM" && [16, 24, 32].includes(bitsPerSample)) return `pcm_s${bitsPerSample}${order}`
  if (codec === "IEEE_FLOAT" && [32, 64].includes(bitsPerSample)) return `pcm_f${bitsPerSample}${order}`
  return other("a coding of samples that is left to ffprobe")
}

const flac = ({ duration, numberOfChannels, sampleRate }, file) => ({
  container: "flac",
  codec: "flac",
  duration,
  bitRate: (file.size * 8) / duration,
  sampleRate,
  channels: numberOfChannels
})

const pcm = (container, isBigEndian) => (format, _file, native) => {
  // music-metadata decodes AIFF's own text chunks as ASCII, but programs write UTF-8.
  if (native.AIFF !== undefined && Object.keys(native).length === 1) return other("texts of AIFF")
  // Only some versions of ffmpeg report a picture in a tag behind the samples as a stream. ffprobe must therefore read
  // such a file.
  if (hasPicture(native) !== false) return other("a picture in a tag behind samples")
  const { bitsPerSample, duration, numberOfChannels: channels, sampleRate } = format
  const codec = pcmOf(format, isBigEndian)
  return { container, codec, duration, bitRate: sampleRate * channels * bitsPerSample, sampleRate, channels }
}

/**
 * Determines the format from the first bytes. Returns the MIME type for music-metadata, and a function that reads the
 * audio properties that music-metadata gets wrong.
 */
const kindOf = (file) => {
  const start = tagEnd(file)
  const head = latin1(file, start, 16)
  if (start > MOST_TAG_BYTES) return other("a tag without measure")
  // If the layer bits are 0, the file is AAC.
  if (/^\xff[\xe2-\xff]/.test(head) && (head.charCodeAt(1) & 6) > 0)
    return { mimeType: "audio/mpeg", sound: () => mpegSound(file, start, soundEnd(file)) }
  // Other formats should not begin with an ID3 tag, so such files are left to ffprobe.
  if (start > 0) return other("not MPEG behind a tag of ID3")
  if (head.startsWith("fLaC")) return { mimeType: "audio/flac", sound: flac }
  if (head.startsWith("OggS")) return { mimeType: "audio/ogg", sound: () => oggSound(file) }
  if (head.slice(4, 8) === "ftyp") return { mimeType: "audio/mp4", sound: (format) => mp4Sound(file, format) }
  if (/^RIFF....WAVE/s.test(head)) return { mimeType: "audio/wav", sound: pcm("wav", false) }
  if (/^FORM....AIFF/s.test(head)) return { mimeType: "audio/aiff", sound: pcm("aiff", true) }
  return other("a format that is left to ffprobe")
}

const factsOf = async (file) => {
  const { mimeType, sound } = kindOf(file)
  const { format, native, quality } = await parseFromTokenizer(file.tokenizer(mimeType), { duration: false })
  if (format.hasVideo === true || (format.trackInfo ?? []).length > 1) return other("more than one track")
  if (hasChapters(native)) return other("chapters")
  const facts = sound(format, file, native) ?? other("sound of which too little is known")
  if (!(facts.duration > 0) || !(facts.sampleRate > 0) || !(facts.channels > 0))
    return other("sound of which too little is known")
  return {
    ...facts,
    hasPicture: hasPicture(native) ?? other("a picture of an odd type"),
    tags: namedTags(native, quality)
  }
}

const bytesOf = (base64) => Buffer.from(base64, "base64")

const respond = async ({ path, root }) => {
  let file
  try {
    file = openFile(bytesOf(root), bytesOf(path))
    const facts = await factsOf(file)
    const head = Buffer.from(file.read(0, EDGE))
    const oshash = oshashOf(file.size, head, file.read(Math.max(0, file.size - EDGE), EDGE))
    return { facts, oshash, size: file.size, mtimeMs: file.mtimeMs }
  } catch (error) {
    return { other: String(error?.message ?? error).slice(0, 200) }
  } finally {
    if (file !== undefined) closeSync(file.descriptor)
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const answers = []
  for (const file of JSON.parse(line)) answers.push(await respond(file))
  process.stdout.write(`${JSON.stringify(answers)}\n`)
}
