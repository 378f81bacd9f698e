import { attributeOf, childrenOf, textOf, type XmlElement } from "@media/xml/XmlElement"
import type { NfoKind, NfoPicture, PictureKind } from "../NfoFields.ts"
import { allOf, cleanLine, type Elements, textsIn } from "./elements.ts"

const kinds: Readonly<Record<string, PictureKind>> = {
  poster: "poster",
  keyart: "poster",
  fanart: "backdrop",
  background: "backdrop",
  backdrop: "backdrop",
  clearlogo: "logo",
  logo: "logo",
  banner: "banner",
  landscape: "thumb",
  thumb: "thumb"
}

const LONGEST = 2_000
export const isWebAddress = (text: string): boolean =>
  text.length <= LONGEST && /^https?:\/\/[^\s"<>]+$/i.test(text)

const withoutKind = (kind: NfoKind): PictureKind => (kind === "episodedetails" ? "thumb" : "poster")

const ofThumb = (element: XmlElement, kind: NfoKind): NfoPicture | null => {
  const aspect = attributeOf(element, "aspect")?.toLowerCase() ?? ""
  const picture = aspect === "" ? withoutKind(kind) : kinds[aspect]
  const url = cleanLine(textOf(element), LONGEST)
  if (picture === undefined || !isWebAddress(url)) return null
  const season = attributeOf(element, "season") ?? ""
  return { kind: picture, url, ...(/^\d{1,4}$/.test(season) ? { season: Number(season) } : {}) }
}

const ofFanart = (fanart: XmlElement): ReadonlyArray<NfoPicture> => {
  const base = attributeOf(fanart, "url") ?? ""
  return childrenOf(fanart, "thumb").flatMap((thumb) => {
    const text = cleanLine(textOf(thumb), LONGEST)
    const url = isWebAddress(text) ? text : base + text
    return isWebAddress(url) ? [{ kind: "backdrop" as const, url }] : []
  })
}

const ofArt = (art: XmlElement): ReadonlyArray<NfoPicture> =>
  art.children.flatMap((child) => {
    if (typeof child === "string") return []
    const kind = kinds[child.name.toLowerCase()]
    const url = cleanLine(textOf(child), LONGEST)
    return kind !== undefined && isWebAddress(url) ? [{ kind, url }] : []
  })

/** Returns the URLs of pictures for the picture chooser. Skips local paths that another program wrote. */
export const picturesIn = (elements: Elements, kind: NfoKind): ReadonlyArray<NfoPicture> => {
  const all = [
    ...allOf(elements, "thumb").flatMap((element) => ofThumb(element, kind) ?? []),
    ...allOf(elements, "fanart").flatMap(ofFanart),
    ...allOf(elements, "art").flatMap(ofArt)
  ]
  const seen = new Set<string>()
  return all.filter(({ kind: of, season, url }) => {
    const key = `${of} ${season ?? ""} ${url}`
    return !seen.has(key) && seen.add(key)
  })
}

const player = /^plugin:\/\/plugin\.video\.youtube\/.*[?&]video_?id=([\w-]{11})/i

/** Returns the URLs of trailers. URLs of Kodi’s YouTube player are converted to web URLs. */
export const trailersIn = (elements: Elements): ReadonlyArray<string> =>
  textsIn(elements, ["trailer"]).flatMap((text) => {
    const [, id] = player.exec(text) ?? []
    if (id !== undefined) return [`https://www.youtube.com/watch?v=${id}`]
    return isWebAddress(text) ? [text] : []
  })
