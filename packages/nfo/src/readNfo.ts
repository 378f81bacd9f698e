import { readXmlRoots } from "@media/xml/ReadXml"
import type { XmlElement } from "@media/xml/XmlElement"
import { xmlLimits } from "@media/xml/XmlLimits"
import * as Either from "effect/Either"
import type { Nfo, NfoFields, NfoKind, NfoProblem } from "./NfoFields.ts"
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

/** UTF-8 if the bytes are valid, otherwise Windows-1252, regardless of the declared encoding. */
const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** Without the declaration, which may name another encoding than that of the bytes we give. */
const asUtf8 = (text: string): Uint8Array => encoder.encode(text.replace(declaration, ""))

type Roots = ReturnType<typeof readXmlRoots>

const rootsOf = (input: Uint8Array | string): Roots => {
  if (typeof input === "string") return readXmlRoots(asUtf8(input))
  const roots = readXmlRoots(input)
  const isEncoding = Either.isLeft(roots) && roots.left.code === "encoding"
  return isEncoding ? readXmlRoots(asUtf8(decoded(input))) : roots
}

const nothing = (input: Uint8Array | string, problem: NfoProblem): Nfo => {
  const isLarge = input.length > xmlLimits.bytes
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
 * Reads an NFO file of Kodi, Jellyfin or Emby. The root element determines the kind. A file that cannot be read is
 * reported as a problem with its line, not as a failure.
 */
export const readNfo = (input: Uint8Array | string): Nfo =>
  Either.match(rootsOf(input), {
    onLeft: ({ code, message }) => nothing(input, { code, message }),
    onRight: (roots) => {
      const kind = roots.map(kindOf).find((one) => one !== null) ?? null
      return kind === null
        ? nothing(input, {
            code: "no-known-root",
            message: "The file describes no movie, series, season or episode."
          })
        : { root: kind, fields: merged(roots, kind), problems: [] }
    }
  })
