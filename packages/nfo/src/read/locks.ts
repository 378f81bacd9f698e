import { allOf, type Elements, textsIn } from "./elements.ts"
import { flagIn } from "./values.ts"

/** Names of locked fields that Jellyfin and Emby write, mapped to our fields that they lock. */
export const lockNames: Readonly<Record<string, ReadonlyArray<string>>> = {
  name: ["title"],
  originaltitle: ["originalTitle"],
  sortname: ["sortTitle"],
  overview: ["overview"],
  tagline: ["tagline"],
  genres: ["genres"],
  tags: ["tags"],
  studios: ["studio"],
  cast: ["credits"],
  officialrating: ["contentRating"],
  runtime: ["runtimeMinutes"],
  productionlocations: ["countries"],
  communityrating: ["communityRating"],
  premieredate: ["releaseDate"]
}

export const isLocked = (elements: Elements): true | undefined =>
  flagIn(elements, "lockdata") === true ? true : undefined

export const lockedFieldsIn = (elements: Elements): ReadonlyArray<string> | undefined => {
  if (allOf(elements, "lockedfields").length === 0) return undefined
  const fields = textsIn(elements, ["lockedfields"], /\|/).flatMap((name) => {
    const key = name.toLowerCase()
    return Object.hasOwn(lockNames, key) ? lockNames[key]! : []
  })
  return fields.length === 0 ? undefined : [...new Set(fields)]
}
