import { describe, expect, it } from "vitest"
import { fileKindOf } from "./FileKind.ts"
import { isKnownRefusal, recognize } from "./Sniff.ts"

const everything = ["videos", "images", "audio", "books"]

/** Returns the kind of a file with this name and these first bytes, or the reason why the file is skipped. */
const answerFor = (name: string, head: Buffer | string | undefined, contents = everything) => {
  const kind = fileKindOf(name, {
    contents,
    hasSibling: () => false,
    hasVideo: () => false,
    knownKind: undefined
  })
  if (kind._tag === "Ignored") return kind.reason
  const bytes = typeof head === "string" ? Buffer.from(head, "latin1") : head
  const answer = recognize(kind.claims, bytes)
  return "kind" in answer ? answer.kind.kind : answer.reason
}

const page = "<!DOCTYPE html>\n<html><head><title>404</title>"
const xhtml = "\xef\xbb\xbf<?xml version='1.0'?>\n<!-- error -->\n<html xmlns='http://www.w3.org/1999/xhtml'>"
const mp4 = (brand: string) => `\0\0\0\x20ftyp${brand}\0\0\0\0`

describe("recognition of common formats", () => {
  it.each([
    ["video", "mp4 m4v mkv mov webm avi wmv flv m2ts mpg mpeg ogv 3gp"],
    [
      "image",
      "jpg jpeg png webp gif avif heic heif bmp tiff tif jxl ico tga psd svg dng cr2 cr3 nef arw raf orf"
    ],
    ["track", "mp3 flac wav ogg opus aac m4a m4b wma aiff aif alac ape wv dsf dff mka"],
    ["book", "epub pdf cbz cbr mobi"]
  ])("recognizes a %s by each of the extensions %s", (kind, extensions) => {
    for (const extension of extensions.split(" ")) {
      // The kind follows from the extension, even if the content could not be read or is not recognized.
      expect([extension, answerFor(`a.${extension}`, undefined)]).toEqual([extension, kind])
      expect([extension, answerFor(`A.${extension.toUpperCase()}`, "odd but real")]).toEqual([
        extension,
        kind
      ])
    }
  })

  it("accepts damaged files, because the probe reports the damage", () => {
    for (const head of ["", "\0\0\0\0\0\0\0\0", "404 Not Found", "\xff\xd8", "RIFF\0\0\0\0WEBP"]) {
      expect(answerFor("photo.jpg", head)).toBe("image")
      expect(answerFor("song.mp3", head)).toBe("track")
      expect(answerFor("comic.cbz", head)).toBe("book")
    }
  })

  it("accepts a file with the extension of a related format", () => {
    expect(answerFor("photo.jpg", "\x89PNG\r\n\x1a\n")).toBe("image")
    expect(answerFor("photo.heic", mp4("mif1"))).toBe("image")
    expect(answerFor("raw.cr3", mp4("crx "))).toBe("image")
    expect(
      answerFor("drawing.svg", "<?xml version='1.0'?><!-- x --><svg xmlns='http://www.w3.org/2000/svg'>")
    ).toBe("image")
    expect(answerFor("comic.cbz", "Rar!\x1a\x07\x01\0")).toBe("book")
    expect(answerFor("comic.cbr", "PK\x03\x04")).toBe("book")
    expect(answerFor("book.pdf", "\n\n%PDF-1.4")).toBe("book")
    expect(answerFor("song.mp3", "RIFF\0\0\0\0WAVE")).toBe("track")
    expect(answerFor("song.m4a", mp4("isom"))).toBe("track")
  })
})

describe("files whose content contradicts their extension", () => {
  it.each([
    ["photo.jpg", page, "It is a web page, not an image"],
    ["photo.png", xhtml, "It is a web page, not an image"],
    ["photo.jpg", '{"error": "gone"}', "It is a JSON document, not an image"],
    ["photo.jpg", "version https://git-lfs.github.com/spec/v1\n", "It is a Git LFS pointer, not an image"],
    ["photo.jpg", mp4("isom"), "It is an MP4 or QuickTime video, not an image"],
    ["photo.raw", "QFI\xfb", "Not a raw photo from a camera (other files can also end in .raw)"],
    ["song.mp3", page, "It is a web page, not audio"],
    ["song.flac", "PK\x03\x04", "It is a ZIP archive, not audio"],
    ["board.dts", "/dts-v1/;\n", "Not a DTS stream (perhaps a source file with the same extension)"],
    ["book.epub", page, "It is a web page, not a book"],
    ["book.pdf", "MZ\x90", "It is a Windows program, not a book"],
    ["main.ts", "export {}", "Not an MPEG transport stream (perhaps a source file with the same extension)"]
  ])("skips %s with the content %j: %s", (name, head, reason) => {
    expect(answerFor(name, head)).toBe(reason)
    const kind = fileKindOf(name, {
      contents: everything,
      hasSibling: () => false,
      hasVideo: () => false,
      knownKind: undefined
    })
    expect(kind._tag === "Media" && isKnownRefusal(kind.claims, reason)).toBe(true)
  })
})

describe("an extension that several kinds share", () => {
  const theora = "OggS\0\x02".padEnd(28, "\0") + "\x80theora"
  const vorbis = "OggS\0\x02".padEnd(28, "\0") + "\x01vorbis"

  it("resolves a shared extension by the library's contents setting, then by the file's content", () => {
    expect(answerFor("a.ogg", theora)).toBe("video")
    expect(answerFor("a.ogg", vorbis)).toBe("track")
    expect(answerFor("a.ogg", vorbis, ["videos"])).toBe("The file contains audio but no video")
    expect(answerFor("a.ogg", theora, ["audio"])).toBe("track")
    expect(answerFor("a.ogg", "no Ogg at all")).toBe("track")
    expect(answerFor("a.ogg", "no Ogg at all", ["videos"])).toBe("video")
    expect(answerFor("a.mp4", mp4("M4A "))).toBe("track")
    expect(answerFor("a.mp4", mp4("M4A "), ["videos"])).toBe("video")
    expect(answerFor("a.mp4", mp4("isom"))).toBe("video")
    expect(answerFor("a.mp4", mp4("isom"), ["audio"])).toBe(
      "The file may be a video, but this library does not contain videos"
    )
    expect(answerFor("a.mp4", mp4("isom"), ["images"])).toBe("This library does not contain videos")
  })

  it("keeps the kind of an existing item if several kinds share its extension", () => {
    const known = (knownKind: string, contents: ReadonlyArray<string>) => {
      const kind = fileKindOf("a.ogg", {
        contents,
        hasSibling: () => false,
        hasVideo: () => false,
        knownKind
      })
      return kind._tag === "Media" ? kind.claims.map((claim) => claim.kind.kind) : kind.reason
    }
    expect(known("track", ["videos", "audio"])).toEqual(["track"])
    expect(known("video", ["videos", "audio"])).toEqual(["video"])
    expect(known("track", ["videos"])).toBe("This library does not contain audio")
    expect(known("sculpture", ["videos"])).toBe("The item at this path is of a different kind (sculpture)")
  })
})

it("accepts a ZIP archive as a gallery", () => {
  expect(answerFor("photos.zip", undefined)).toBe("gallery")
  expect(answerFor("constructor.constructor", undefined)).toBe("Not a media file (.constructor)")
})
