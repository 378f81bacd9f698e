import type { Scraped } from "@media/scrapers/mapped/Scraped"
import { type EntityKind, isEntityKind } from "../../EntityKind.ts"
import type { FoundImage, IdentifyResult, TargetKind } from "../../IdentifySource.ts"
import type { IdentifyOptions } from "./decision.ts"
import { accountAt, address, careerOf, namesIn } from "./readers.ts"
import { hasAddresses, wordsOf } from "./words.ts"

/** A performer, studio or tag in a result. */
export interface FoundEntity {
  readonly name: string
  /** The credited name, if it differs from `name`. */
  readonly as?: string
  readonly role?: string
  readonly character?: string
  /** The id of the entity at the source. */
  readonly externalId?: string
  /** The facts from the source, with the field names of the API. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The parent studio of a studio. */
  readonly parent?: FoundEntity
  /** The tags of a performer or a studio. */
  readonly tags?: ReadonlyArray<FoundEntity>
}

export interface NotUnderstood {
  readonly field: string
  readonly value: string
  readonly reason: string
}

/** A result converted to the fields of this server. Proposals are stored in this form. */
export interface Found {
  readonly fields: Readonly<Record<string, unknown>>
  readonly relations: {
    readonly performers?: ReadonlyArray<FoundEntity>
    readonly tags?: ReadonlyArray<FoundEntity>
    /** The studio of an item, or the parent studio in a result for a studio. */
    readonly studio?: FoundEntity
  }
  readonly images: ReadonlyArray<FoundImage>
  readonly notUnderstood: ReadonlyArray<NotUnderstood>
}

/** Maximum number of performers or tags in one result. */
const most = 500

/**
 * Returns the key under which the ids of a source are stored in `externalIds`. The key is derived from the source's
 * name, such as `stashdb` for StashDB.
 */
export const externalKeyOf = (sourceName: string): string =>
  sourceName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .slice(0, 20) || "source"

const isGiven = (text: string | undefined): text is string => text !== undefined && text.trim() !== ""

const addressesOf = ({ fields, urls }: Scraped): ReadonlyArray<string> => {
  const all = [
    ...[...urls, fields["URL"] ?? ""].map(address),
    ...(isGiven(fields["Twitter"]) ? [accountAt("twitter.com")(fields["Twitter"])] : []),
    ...(isGiven(fields["Instagram"]) ? [accountAt("instagram.com")(fields["Instagram"])] : [])
  ]
  return [...new Set(all.filter((url) => url !== undefined))].slice(0, 100)
}

const imagesOf = ({ fields }: Scraped): ReadonlyArray<FoundImage> =>
  (
    [
      ["Image", "poster"],
      ["Images", "poster"],
      ["FrontImage", "poster"],
      ["BackImage", "backdrop"]
    ] as const
  ).flatMap(([name, kind]) => {
    const url = address(fields[name] ?? "")
    return url === undefined ? [] : [{ kind, url }]
  })

const valuesOf = (kind: TargetKind, scraped: Scraped, source: string) => {
  const values: Record<string, unknown> = {}
  const notUnderstood: Array<NotUnderstood> = []
  for (const [word, [field, read]] of Object.entries(wordsOf(kind))) {
    const text = scraped.fields[word]
    if (!isGiven(text) || values[field] !== undefined) continue
    const found = read(text)
    if ("value" in found) values[field] = found.value
    else notUnderstood.push({ field, value: text.slice(0, 200), reason: found.problem })
  }
  const urls = hasAddresses(kind) ? addressesOf(scraped) : []
  const { Groups = [], Movies = [] } = kind === "video" ? scraped.relations : {}
  const set = [...Groups, ...Movies].flatMap(({ fields: { Name } }) =>
    isGiven(Name) ? [Name.trim()] : []
  )[0]
  const id = scraped.fields["RemoteSiteID"]?.trim()
  const career = kind === "performer" ? careerOf(scraped.fields["CareerLength"]) : {}
  return {
    notUnderstood,
    values: {
      ...career,
      ...values,
      ...(set === undefined ? {} : { set: { name: set.slice(0, 200) } }),
      ...(urls.length === 0 ? {} : { urls }),
      ...(isGiven(id) && id.length <= 200 ? { externalIds: { [externalKeyOf(source)]: id } } : {})
    }
  }
}

/** Returns the parent studio of a studio. */
const parentsOf = ({ relations: { Parent = [] } }: Scraped, source: string): ReadonlyArray<FoundEntity> =>
  Parent.slice(0, 1).flatMap((parent) => entityOf("studio", { ...parent, relations: {} }, source))

const entityOf = (kind: EntityKind, scraped: Scraped, source: string): ReadonlyArray<FoundEntity> => {
  const { name, ...fields } = valuesOf(kind, scraped, source).values as Readonly<Record<string, unknown>>
  if (typeof name !== "string" || name === "") return []
  const { As, Character, RemoteSiteID, Role } = scraped.fields
  const [parent] = kind === "studio" ? parentsOf(scraped, source) : []
  const tags = kind === "tag" ? [] : tagsIn(scraped, source)
  return [
    {
      name,
      fields,
      ...(isGiven(As) && As !== name ? { as: As.slice(0, 200) } : {}),
      ...(isGiven(Role) ? { role: Role.slice(0, 100) } : {}),
      ...(isGiven(Character) ? { character: Character.slice(0, 100) } : {}),
      ...(isGiven(RemoteSiteID) ? { externalId: RemoteSiteID.trim() } : {}),
      ...(parent === undefined ? {} : { parent }),
      ...(tags.length === 0 ? {} : { tags })
    }
  ]
}

const tagsIn = ({ relations: { Tags = [] } }: Scraped, source: string): ReadonlyArray<FoundEntity> =>
  once(Tags.flatMap((tag) => entityOf("tag", tag, source)))

/** Returns the people named in `text`, with their role in the item. */
const crewOf = (text: string | undefined, role: string): ReadonlyArray<FoundEntity> =>
  isGiven(text) ? namesIn(text.replaceAll("/", ",")).map((name) => ({ name, role, fields: {} })) : []

const once = (all: ReadonlyArray<FoundEntity>): ReadonlyArray<FoundEntity> => {
  const byName = new Map<string, FoundEntity>()
  for (const each of all) {
    const key = each.name.toLowerCase()
    if (!byName.has(key)) byName.set(key, each)
  }
  return [...byName.values()].slice(0, most)
}

const relationsOf = (kind: TargetKind, scraped: Scraped, source: string): Found["relations"] => {
  const { Performers = [], Studio = [] } = scraped.relations
  const tags = kind === "tag" ? [] : tagsIn(scraped, source)
  if (isEntityKind(kind)) {
    const [above] = kind === "studio" ? parentsOf(scraped, source) : []
    return { ...(tags.length === 0 ? {} : { tags }), ...(above === undefined ? {} : { studio: above }) }
  }
  const performers = once([
    ...Performers.flatMap((performer) => entityOf("performer", performer, source)),
    ...crewOf(scraped.fields["Director"], "Director"),
    ...crewOf(scraped.fields["Photographer"], "Photographer")
  ])
  const [studio] = Studio.flatMap((each) => entityOf("studio", each, source))
  return {
    ...(performers.length === 0 ? {} : { performers }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(studio === undefined ? {} : { studio })
  }
}

/** Converts a result to the fields of this server, and lists the values that cannot be converted. */
export const foundOf = (
  kind: TargetKind,
  sourceName: string,
  { idName = sourceName, images = [], scraped }: Pick<IdentifyResult, "idName" | "images" | "scraped">
): Found => {
  const { notUnderstood, values } = valuesOf(kind, scraped, idName)
  const known = new Set(images.map(({ url }) => url))
  return {
    fields: values,
    relations: relationsOf(kind, scraped, idName),
    images: [...images, ...imagesOf(scraped).filter(({ url }) => !known.has(url))].slice(0, 50),
    notUnderstood
  }
}

/** Removes the performers that the options of a run exclude. */
export const withOptions = (
  found: Found,
  { includeMalePerformers = true, skipSingleNamePerformers = false }: IdentifyOptions
): Found => {
  const { performers, ...others } = found.relations
  if (performers === undefined) return found
  const kept = performers.filter(
    ({ fields, name }) =>
      (includeMalePerformers || fields["gender"] !== "male") &&
      (!skipSingleNamePerformers || name.includes(" ") || fields["disambiguation"] !== undefined)
  )
  return { ...found, relations: kept.length === 0 ? others : { ...others, performers: kept } }
}
