import type { Scraped } from "@media/scrapers/mapped/Scraped"
import type { BoxPerformer, BoxScene, BoxStudio, BoxTag } from "@media/scrapers/stashbox/shapes"
import type { FoundImage } from "../../IdentifySource.ts"

type Given = Readonly<Record<string, string | number | undefined>>

const fieldsOf = (given: Given): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, String(value)]]
    )
  )

/** Returns the URL of the page of a scene, performer, studio or tag on a stash-box. */
export const pageOf = (
  endpointUrl: string,
  kind: "scenes" | "performers" | "studios" | "tags",
  id: string
): string => `${new URL(endpointUrl).origin}/${kind}/${encodeURIComponent(id)}`

export const imagesOf = (
  images: BoxScene["images"],
  kind: FoundImage["kind"] = "poster"
): ReadonlyArray<FoundImage> =>
  images
    .filter(({ url }) => /^https?:\/\//i.test(url))
    .map(({ height, url, width }) => ({
      kind,
      url,
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height })
    }))

const addresses = (urls: BoxScene["urls"]): ReadonlyArray<string> => urls.map(({ url }) => url)
/** Joins names with commas, as the scraper format requires. */
const listed = (names: ReadonlyArray<string>): string =>
  names.map((name) => name.replaceAll(",", " ")).join(", ")
const firstImage = (images: BoxScene["images"]): string | undefined => images[0]?.url

export const scrapedTag = ({ aliases, description, id, name }: BoxTag): Scraped => ({
  fields: fieldsOf({ Name: name, Aliases: listed(aliases), Description: description, RemoteSiteID: id }),
  urls: [],
  relations: {}
})

export const scrapedStudio = ({ aliases, id, images, name, parent, urls }: BoxStudio): Scraped => ({
  fields: fieldsOf({ Name: name, Aliases: listed(aliases), Image: firstImage(images), RemoteSiteID: id }),
  urls: addresses(urls),
  relations:
    parent === undefined
      ? {}
      : {
          Parent: [
            { fields: fieldsOf({ Name: parent.name, RemoteSiteID: parent.id }), urls: [], relations: {} }
          ]
        }
})

const words = (enumerated: string | undefined): string | undefined =>
  enumerated?.toLowerCase().replaceAll("_", " ")

const modifications = (all: BoxPerformer["tattoos"]): string =>
  all
    .map(({ description, location }) =>
      description === undefined ? location : `${location}: ${description}`
    )
    .join("; ")

const measurementsOf = ({ band_size, cup_size, hip_size, waist_size }: BoxPerformer): string => {
  const bust = band_size === undefined ? "" : `${band_size}${cup_size ?? ""}`
  return [bust, waist_size, hip_size].filter((part) => part !== undefined && part !== "").join("-")
}

export const scrapedPerformer = (performer: BoxPerformer, creditedAs?: string): Scraped => ({
  fields: fieldsOf({
    Name: performer.name,
    As: creditedAs,
    Disambiguation: performer.disambiguation,
    Aliases: listed(performer.aliases),
    Gender: performer.gender,
    Birthdate: performer.birth_date,
    DeathDate: performer.death_date,
    Ethnicity: words(performer.ethnicity),
    Country: performer.country,
    EyeColor: words(performer.eye_color),
    HairColor: words(performer.hair_color),
    Height: performer.height,
    Measurements: measurementsOf(performer),
    FakeTits: performer.breast_type === "NA" ? undefined : words(performer.breast_type),
    CareerStart: performer.career_start_year,
    CareerEnd: performer.career_end_year,
    Tattoos: modifications(performer.tattoos),
    Piercings: modifications(performer.piercings),
    Image: firstImage(performer.images),
    RemoteSiteID: performer.id
  }),
  urls: addresses(performer.urls),
  relations: {}
})

export const scrapedScene = (scene: BoxScene): Scraped => ({
  fields: fieldsOf({
    Title: scene.title,
    Code: scene.code,
    Details: scene.details,
    Director: scene.director,
    Date: scene.release_date ?? scene.date,
    Image: firstImage(scene.images),
    RemoteSiteID: scene.id
  }),
  urls: addresses(scene.urls),
  relations: {
    Performers: scene.performers.map(({ as, performer }) => scrapedPerformer(performer, as)),
    Tags: scene.tags.map(scrapedTag),
    Studio: scene.studio === undefined ? [] : [scrapedStudio(scene.studio)]
  }
})
