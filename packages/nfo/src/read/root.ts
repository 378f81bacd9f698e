import { attributeOf, childOf, textOf, type XmlElement } from "@media/xml/XmlElement"
import type { NfoAirs, NfoFields, NfoKind } from "../NfoFields.ts"
import {
  allOf,
  cleanLine,
  type Elements,
  elementsOf,
  longTextIn,
  nonEmpty,
  stated,
  textIn,
  textsIn
} from "./elements.ts"
import { externalIds } from "./ids.ts"
import { isLocked, lockedFieldsIn } from "./locks.ts"
import { creditsIn } from "./people.ts"
import { picturesIn, trailersIn } from "./pictures.ts"
import { communityRating, userRating } from "./ratings.ts"
import { dayIn, decimalOf, flagIn, momentIn, wholeIn, yearIn } from "./values.ts"

const setIn = (elements: Elements): NfoFields["set"] => {
  for (const element of allOf(elements, "set")) {
    const name = cleanLine(textOf(childOf(element, "name") ?? element))
    if (name === "") continue
    const id = attributeOf(element, "tmdbcolid") ?? textIn(elements, "collectionnumber")
    return id === undefined || id === "" ? { name } : { name, id }
  }
  return undefined
}

const airsIn = (elements: Elements): NfoAirs | undefined => {
  const airs = stated<NfoAirs>({
    beforeSeason: wholeIn(elements, "airsbefore_season", "displayseason"),
    beforeEpisode: wholeIn(elements, "airsbefore_episode", "displayepisode"),
    afterSeason: wholeIn(elements, "airsafter_season", "displayafterseason")
  })
  return Object.keys(airs).length === 0 ? undefined : airs
}

const seasonTitlesIn = (elements: Elements): NfoFields["seasonTitles"] =>
  nonEmpty(
    allOf(elements, "namedseason").flatMap((element) => {
      const number = attributeOf(element, "number") ?? ""
      const title = cleanLine(textOf(element))
      return /^\d{1,5}$/.test(number) && title !== "" ? [{ number: Number(number), title }] : []
    })
  )

const statusIn = (elements: Elements): NfoFields["status"] => {
  const text = textIn(elements, "status")?.toLowerCase() ?? ""
  if (/^(?:continuing|returning series|in production)$/.test(text)) return "continuing"
  return /^(?:ended|cancell?ed)$/.test(text) ? "ended" : undefined
}

const orderIn = (elements: Elements): NfoFields["displayOrder"] => {
  const text = textIn(elements, "displayorder")?.toLowerCase()
  return text === "aired" || text === "absolute" || text === "dvd" ? text : undefined
}

const position = (elements: Elements): number | undefined => {
  const [resume] = allOf(elements, "resume")
  const seconds = resume === undefined ? undefined : decimalOf(textIn(elementsOf(resume), "position") ?? "")
  return seconds === 0 ? undefined : seconds
}

const minutes = (elements: Elements): number | undefined => {
  const [, number] = /^(\d{1,5})(?:\s?(?:min|m)\b.*)?$/i.exec(textIn(elements, "runtime") ?? "") ?? []
  return number === undefined || Number(number) === 0 ? undefined : Number(number)
}

const idsIn = (elements: Elements, kind: NfoKind): NfoFields["externalIds"] => {
  const ids = externalIds(elements, kind)
  return Object.keys(ids).length === 0 ? undefined : ids
}

/** Reads the fields of a root element. Skips elements that only other programs need, such as `fileinfo`. */
export const fieldsOf = (root: XmlElement, kind: NfoKind): NfoFields => {
  const elements = elementsOf(root)
  const releaseDate = dayIn(elements, "premiered", "releasedate", "aired", "formed")
  const year = releaseDate === undefined ? yearIn(elements) : Number(releaseDate.slice(0, 4))
  const studios = textsIn(elements, ["studio"])
  const tags = [...new Set([...textsIn(elements, ["tag", "style"]), ...studios.slice(1)])]
  const isSeason = kind === "season"
  return stated<NfoFields>({
    title: textIn(elements, "title", "localtitle", "name", ...(isSeason ? ["seasonname"] : [])),
    originalTitle: textIn(elements, "originaltitle"),
    sortTitle: textIn(elements, "sorttitle", "sortname"),
    overview: longTextIn(elements, "plot", "review", "biography", "outline"),
    tagline: textIn(elements, "tagline"),
    releaseDate,
    year,
    ended: dayIn(elements, "enddate"),
    added: momentIn(elements, "dateadded"),
    runtimeMinutes: minutes(elements),
    contentRating: textIn(elements, "mpaa", "customrating"),
    communityRating: communityRating(elements),
    userRating: userRating(elements),
    genres: nonEmpty(textsIn(elements, ["genre"], /[/,]/)),
    studio: studios[0],
    tags: nonEmpty(tags),
    countries: nonEmpty(textsIn(elements, ["country"])),
    set: setIn(elements),
    credits: nonEmpty(creditsIn(elements)),
    externalIds: idsIn(elements, kind),
    showTitle: textIn(elements, "showtitle"),
    season: wholeIn(elements, ...(isSeason ? ["seasonnumber", "season"] : ["season"])),
    episode: wholeIn(elements, "episode"),
    episodeEnd: wholeIn(elements, "episodenumberend"),
    airs: airsIn(elements),
    segments: undefined,
    seasonTitles: seasonTitlesIn(elements),
    status: statusIn(elements),
    displayOrder: orderIn(elements),
    watched: flagIn(elements, "watched"),
    playCount: wholeIn(elements, "playcount"),
    lastPlayed: momentIn(elements, "lastplayed"),
    positionSeconds: position(elements),
    pictures: nonEmpty(picturesIn(elements, kind)),
    trailers: nonEmpty(trailersIn(elements)),
    isLocked: isLocked(elements),
    lockedFields: lockedFieldsIn(elements)
  })
}
