import type { NfoFields, NfoKind } from "../NfoFields.ts"
import { idMarkup } from "./ids.ts"
import type { Markup } from "./markup.ts"
import { creditMarkup } from "./people.ts"
import { lockMarkup } from "./locks.ts"

/** Fields that are written together, and the names of the elements that contain them. Elements outside all groups are never changed. */
export interface Group {
  readonly keys: ReadonlyArray<keyof NfoFields>
  readonly elements: ReadonlyArray<string>
  readonly markup: (fields: NfoFields, kind: NfoKind) => ReadonlyArray<Markup>
}

const one = (name: string, value: string | number | boolean | undefined): ReadonlyArray<Markup> =>
  value === undefined ? [] : [{ name, children: String(value) }]

const many = (name: string, values: ReadonlyArray<string> = []): ReadonlyArray<Markup> =>
  values.map((children) => ({ name, children }))

const plain = (key: keyof NfoFields, name: string, aliases: ReadonlyArray<string> = []): Group => ({
  keys: [key],
  elements: [name, ...aliases],
  markup: (fields) => one(name, fields[key] as string | number | boolean | undefined)
})

const moment = (text: string | undefined): string | undefined => text?.replace("T", " ")

export const groups: ReadonlyArray<Group> = [
  plain("title", "title", ["localtitle", "name", "seasonname"]),
  plain("originalTitle", "originaltitle"),
  plain("sortTitle", "sorttitle", ["sortname"]),
  plain("showTitle", "showtitle"),
  {
    keys: ["season", "episode", "episodeEnd"],
    elements: ["season", "episode", "episodenumberend", "seasonnumber"],
    markup: ({ episode, episodeEnd, season }, kind) => [
      ...one(kind === "season" ? "seasonnumber" : "season", season),
      ...one("episode", episode),
      ...one("episodenumberend", episodeEnd)
    ]
  },
  {
    keys: ["airs"],
    elements: [
      "airsbefore_season",
      "airsbefore_episode",
      "airsafter_season",
      "displayseason",
      "displayepisode",
      "displayafterseason"
    ],
    markup: ({ airs }) => [
      ...one("airsbefore_season", airs?.beforeSeason),
      ...one("airsbefore_episode", airs?.beforeEpisode),
      ...one("airsafter_season", airs?.afterSeason)
    ]
  },
  plain("overview", "plot", ["review", "biography", "outline"]),
  plain("tagline", "tagline"),
  {
    keys: ["releaseDate", "year"],
    elements: ["premiered", "releasedate", "aired", "formed", "year"],
    markup: ({ releaseDate, year }, kind) => [
      ...one(kind === "episodedetails" ? "aired" : "premiered", releaseDate),
      ...one("year", releaseDate === undefined ? year : Number(releaseDate.slice(0, 4)))
    ]
  },
  plain("ended", "enddate"),
  { keys: ["added"], elements: ["dateadded"], markup: ({ added }) => one("dateadded", moment(added)) },
  plain("runtimeMinutes", "runtime"),
  plain("contentRating", "mpaa", ["customrating"]),
  {
    keys: ["communityRating"],
    elements: ["ratings", "rating", "communityrating", "criticrating"],
    markup: ({ communityRating }) =>
      communityRating === undefined
        ? []
        : [
            {
              name: "ratings",
              children: [
                {
                  name: "rating",
                  attributes: { name: "default", max: "100", default: "true" },
                  children: one("value", communityRating)
                }
              ]
            }
          ]
  },
  {
    keys: ["userRating"],
    elements: ["userrating"],
    markup: ({ userRating }) => one("userrating", userRating === undefined ? undefined : userRating / 10)
  },
  { keys: ["genres"], elements: ["genre"], markup: ({ genres }) => many("genre", genres) },
  {
    keys: ["studio", "tags"],
    elements: ["studio", "tag", "style"],
    markup: ({ studio, tags }) => [...one("studio", studio), ...many("tag", tags)]
  },
  { keys: ["countries"], elements: ["country"], markup: ({ countries }) => many("country", countries) },
  {
    keys: ["set"],
    elements: ["set", "collectionnumber"],
    markup: ({ set }) =>
      set === undefined
        ? []
        : [
            {
              name: "set",
              ...(set.id === undefined ? {} : { attributes: { tmdbcolid: set.id } }),
              children: one("name", set.name)
            }
          ]
  },
  { keys: ["credits"], elements: ["actor", "director", "writer", "credits"], markup: creditMarkup },
  {
    keys: ["externalIds"],
    elements: ["uniqueid", "imdbid", "imdb_id", "tmdbid", "tvdbid", "anidbid", "anilistid", "tvmazeid", "id"],
    markup: idMarkup
  },
  {
    keys: ["seasonTitles"],
    elements: ["namedseason"],
    markup: ({ seasonTitles = [] }) =>
      seasonTitles.map(({ number, title }) => ({
        name: "namedseason",
        attributes: { number: String(number) },
        children: title
      }))
  },
  {
    keys: ["status"],
    elements: ["status"],
    markup: ({ status }) =>
      one("status", status === undefined ? undefined : status === "ended" ? "Ended" : "Continuing")
  },
  plain("displayOrder", "displayorder"),
  { keys: ["trailers"], elements: ["trailer"], markup: ({ trailers }) => many("trailer", trailers) },
  {
    keys: ["pictures"],
    elements: ["thumb", "fanart", "art"],
    markup: ({ pictures = [] }) =>
      pictures.map(({ kind, season, url }) => ({
        name: "thumb",
        attributes: {
          aspect:
            kind === "backdrop"
              ? "fanart"
              : kind === "logo"
                ? "clearlogo"
                : kind === "thumb"
                  ? "landscape"
                  : kind,
          ...(season === undefined ? {} : { season: String(season) })
        },
        children: url
      }))
  },
  plain("watched", "watched"),
  plain("playCount", "playcount"),
  {
    keys: ["lastPlayed"],
    elements: ["lastplayed"],
    markup: ({ lastPlayed }) => one("lastplayed", moment(lastPlayed))
  },
  {
    keys: ["positionSeconds"],
    elements: ["resume"],
    markup: ({ positionSeconds }) =>
      positionSeconds === undefined ? [] : [{ name: "resume", children: one("position", positionSeconds) }]
  },
  { keys: ["isLocked", "lockedFields"], elements: ["lockdata", "lockedfields"], markup: lockMarkup }
]
