import { readXmlRoots } from "@media/xml/ReadXml"
import type { XmlElement } from "@media/xml/XmlElement"
import * as Either from "effect/Either"
import type { Nfo, NfoFields, NfoKind, NfoProblem } from "./NfoFields.ts"
import { nfoLimits } from "./nfoLimits.ts"
import { idsOfAddresses } from "./read/addresses.ts"
import { fieldsOf } from "./read/root.ts"
import { mergedEpisodes } from "./read/segments.ts"

const kinds: Readonly<Record<string, NfoKind>> = {
  movie: "movie",
  tvshow: "tvshow",
  season: "season",
  episodedetails: "episodedetails"
}
const kindOf = ({ name }: XmlElement): NfoKind | null => {
  const lower = name.toLowerCase()
  return Object.hasOwn(kinds, lower) ? kinds[lower]! : null
}

const declaration = /^\ufeff?\s{0,100}<\?xml[^>]{0,200}\?>/
const encoder = new TextEncoder()

/** Decodes valid UTF-8 as UTF-8, and all other bytes as Windows-1252, regardless of the declared encoding. */
const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** Encodes the text as UTF-8 without its XML declaration, which may state a different encoding. */
const asUtf8 = (text: string): Uint8Array => encoder.encode(text.replace(declaration, ""))

type Roots = ReturnType<typeof readXmlRoots>

const rootsOf = (input: Uint8Array | string): Roots => {
  const limited = { limits: nfoLimits }
  if (typeof input === "string") return readXmlRoots(asUtf8(input), limited)
  const roots = readXmlRoots(input, limited)
  const isEncoding = Either.isLeft(roots) && roots.left.code === "encoding"
  return isEncoding ? readXmlRoots(asUtf8(decoded(input)), limited) : roots
}

const nothing = (input: Uint8Array | string, problem: NfoProblem): Nfo => {
  const isLarge = input.length > nfoLimits.bytes
  const text = isLarge ? "" : typeof input === "string" ? input : decoded(input)
  const externalIds = /<(?:movie|tvshow|season|episodedetails)\b/i.test(text) ? {} : idsOfAddresses(text)
  const hasIds = Object.keys(externalIds).length > 0
  return { root: null, fields: hasIds ? { externalIds } : {}, problems: hasIds ? [] : [problem] }
}

const merged = (roots: ReadonlyArray<XmlElement>, kind: NfoKind): NfoFields => {
  const same = roots.filter((root) => kindOf(root) === kind)
  const [first, ...others] = same.map((root) => fieldsOf(root, kind))
  return kind === "episodedetails" && others.length > 0 ? mergedEpisodes([first!, ...others]) : first!
}

/**
 * Reads an NFO file of Kodi, Jellyfin or Emby. The root element determines the kind. Never fails: if a file cannot be
 * read, the result contains a problem with its line number.
 */
export const readNfo = (input: Uint8Array | string): Nfo =>
  Either.match(rootsOf(input), {
    onLeft: ({ code, message }) => nothing(input, { code, message }),
    onRight: (roots) => {
      const kind = roots.map(kindOf).find((one) => one !== null) ?? null
      return kind === null
        ? nothing(input, {
            code: "no-known-root",
            message: "The file does not describe a movie, series, season or episode."
          })
        : { root: kind, fields: merged(roots, kind), problems: [] }
    }
  })
