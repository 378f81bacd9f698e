import type { NfoFields } from "../NfoFields.ts"
import { lockNames } from "../read/locks.ts"
import type { Markup } from "./markup.ts"

const written: Readonly<Record<string, string>> = {
  name: "Name",
  originaltitle: "OriginalTitle",
  sortname: "SortName",
  overview: "Overview",
  tagline: "Tagline",
  genres: "Genres",
  tags: "Tags",
  studios: "Studios",
  cast: "Cast",
  officialrating: "OfficialRating",
  runtime: "Runtime",
  productionlocations: "ProductionLocations",
  communityrating: "CommunityRating",
  premieredate: "PremiereDate"
}

export const lockMarkup = ({ isLocked, lockedFields = [] }: NfoFields): ReadonlyArray<Markup> => {
  const names = Object.entries(lockNames)
    .filter(([, fields]) => fields.some((field) => lockedFields.includes(field)))
    .map(([name]) => written[name]!)
  return [
    ...(isLocked === true ? [{ name: "lockdata", children: "true" }] : []),
    ...(names.length === 0 ? [] : [{ name: "lockedfields", children: names.join("|") }])
  ]
}
