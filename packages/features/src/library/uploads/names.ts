import { Invalid } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import { skippedFolderReason } from "@media/disk/FolderNames"

/** Maximum length of a name in bytes on most file systems. */
const mostBytes = 255
/** Names of Windows devices. Files on a Windows share cannot have these names. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
/** Characters that Windows forbids, control characters, and text direction marks. */
const forbidden = /[<>:"|?*\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Returns the longest prefix of a string that fits into `bytes` bytes of UTF-8. */
const cut = (text: string, bytes: number): string => {
  let kept = ""
  let length = 0
  for (const character of text) {
    length += Buffer.byteLength(character)
    if (length > bytes) break
    kept += character
  }
  return kept
}

const cleaned = (name: string): string => {
  const plain = name
    .toWellFormed()
    .normalize("NFC")
    .replace(forbidden, "_")
    .replace(/^[.\s]+|[.\s]+$/g, "")
  return reserved.test(plain) ? `_${plain}` : plain
}

/**
 * Returns the name for the stored file, derived from the client's name: without a path, not hidden, and at most 255
 * bytes long.
 */
export const fileNameFrom = (sent: string): Either.Either<string, Invalid> => {
  const name = cleaned(sent.slice(Math.max(sent.lastIndexOf("/"), sent.lastIndexOf("\\")) + 1))
  const dot = name.lastIndexOf(".")
  if (name === "" || dot <= 0)
    return Either.left(new Invalid({ reason: "file: must have a name with an extension, such as .mp4" }))
  const ending = cut(name.slice(dot), 32)
  return Either.right(cut(name.slice(0, dot), mostBytes - Buffer.byteLength(ending)).trimEnd() + ending)
}

/** Returns the names of the folders below the root in a path from the client. The list is empty for the root itself. */
export const folderFrom = (sent: string): Either.Either<ReadonlyArray<string>, Invalid> => {
  const parts = sent.split(/[/\\]/).filter((part) => part !== "")
  const wrong = parts.find(
    (part) => part === "." || part === ".." || skippedFolderReason(part) !== undefined || cleaned(part) === ""
  )
  return wrong === undefined && parts.length <= 32
    ? Either.right(parts.map((part) => cut(cleaned(part), mostBytes)))
    : Either.left(
        new Invalid({ reason: "folder: must be inside the library folder, and scans must not skip it" })
      )
}
