import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Unreadable } from "../Ffprobe.ts"
import { canReadEnds, sniffFile } from "./FileSniff.ts"

const root = mkdtempSync(join(tmpdir(), "media-kinds-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const bytes = (text: string) => Buffer.from(text, "latin1")
const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex")
const ftyp = (brand: string) => bytes(`\0\0\0\x1cftyp${brand}\0\0\0\0mif1miafmeta`)

/** Returns the code with which `sniffFile` rejects the content, or "passes" if ffprobe decides. */
const answerFor = async (content: Buffer): Promise<string> => {
  const path = join(root, "file.mp4")
  writeFileSync(path, content)
  return sniffFile(path).then(
    () => "passes",
    (error: unknown) => (error instanceof Unreadable ? error.code : String(error))
  )
}

describe("files with the name of a video but other content", () => {
  it.each([
    ["JPEG", hex("ffd8ffe000104a464946")],
    ["PNG", hex("89504e470d0a1a0a0000000d49484452")],
    ["GIF", bytes("GIF89a\x01\0\x01\0")],
    ["WebP", bytes("RIFF\x24\0\0\0WEBPVP8 ")],
    ["BMP", hex("424d 36000c00 00000000 36000000 28000000 00020000")],
    ["ICO", hex("0000 0100 0100 2020 0000 0100 2000 a8100000 16000000")],
    ["PSD", bytes("8BPS\0\x01\0\0")],
    ["JPEG XL", hex("0000000c4a584c200d0a870a")],
    ["bare JPEG XL", hex("ff0afa7f0190")],
    ["JPEG 2000", hex("ff4fff51002f0000")],
    ["OpenEXR", hex("762f310102000000")],
    ["a raw image of Fuji", bytes("FUJIFILMCCD-RAW 0201")],
    ["a raw image of Canon", ftyp("crx ")],
    ["a raw image of Olympus", bytes("IIRO\x08\0\0\0")],
    ["TIFF", hex("4d4d002a00000008")],
    ["AVIF", ftyp("avif")],
    ["animated AVIF", ftyp("avis")],
    ["HEIC", ftyp("heic")],
    ["a burst of HEIC", ftyp("msf1")]
  ])("recognizes %s as an image", async (_, content) => {
    expect(await answerFor(Buffer.concat([content, Buffer.alloc(200)]))).toBe("image")
  })

  it.each([
    ["SubRip", "\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\nHello\r\n"],
    ["WebVTT", "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n"],
    ["SubStation", "[Script Info]\nTitle: x\n"],
    ["MicroDVD", "{0}{25}Hello|there\n"],
    ["SAMI", "<SAMI>\n<HEAD>\n"]
  ])("recognizes %s as subtitles", async (_, text) => {
    expect(await answerFor(Buffer.from(text))).toBe("subtitles")
  })

  it("recognizes SubRip subtitles in UTF-16 and in older encodings", async () => {
    const text = "1\n00:00:01,000 --> 00:00:02,500\nGrüße\n"
    expect(await answerFor(Buffer.from(text, "latin1"))).toBe("subtitles")
    expect(await answerFor(Buffer.from(`\ufeff${text}`, "utf16le"))).toBe("subtitles")
  })

  it.each(["hello there", "Grüße, 日本語\n".repeat(90), "#!/bin/sh\nexit 1\n", "<!DOCTYPE html><html>"])(
    "recognizes %j as text",
    async (text) => {
      expect(await answerFor(Buffer.from(text))).toBe("text")
    }
  )
})

describe("files that only ffprobe can judge", () => {
  it.each([
    ["mp4", ftyp("isom")],
    ["Motion JPEG 2000", ftyp("mjp2")],
    ["a mov without ftyp", bytes("\0\0\0\x08wide\0\0\0\0mdat")],
    ["Matroska", hex("1a45dfa39f428681")],
    ["AVI", bytes("RIFF\0\x10\0\0AVI LIST")],
    ["a program stream", hex("000001ba44000400")],
    ["raw MPEG that begins within a frame", hex("00000100 000ffff8 80000001 b5811f fb70")],
    ["raw H.264", hex("00000001 6742c00d")],
    ["a transport stream", hex("474011100042f025")],
    ["MP3", hex("fffb9064 00000000")],
    ["noise", Buffer.alloc(600, 0xa7)],
    ["zeros", Buffer.alloc(600)],
    ["empty lines", bytes("\n".repeat(600))],
    ["text that turns into bytes", Buffer.concat([bytes("BM is how it begins"), Buffer.alloc(20, 1)])]
  ])("passes %s on to ffprobe", async (_, content) => {
    expect(await answerFor(content)).toBe("passes")
  })
})

it("detects whether the beginning and the end of a file can be read", async () => {
  const path = join(root, "whole")
  writeFileSync(path, "x")
  expect(await canReadEnds(path)).toBe(true)
  expect(await canReadEnds("/proc/self/mem")).toBe(false)
  expect(await canReadEnds(join(root, "gone"))).toBe(false)
})
