import type { ObjectKind } from "./Definition.ts"

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "))

const PERFORMER = words(
  "Name Disambiguation Gender URL URLs Twitter Instagram Birthdate DeathDate Ethnicity Country EyeColor HairColor Height Weight Measurements FakeTits PenisLength Circumcised CareerLength CareerStart CareerEnd Tattoos Piercings Aliases Details Image Images"
)
const STUDIO = words("Name URL URLs Image Details Aliases")
const TAG = words("Name Description Aliases")
const GROUP = words("Name Aliases Duration Date Rating Director Synopsis URL URLs FrontImage BackImage")
const GALLERY = words("Title Code Date Details Photographer URL URLs Rating")

/** The fields and related objects that an object may have, with their names in the format. */
export interface Shape {
  readonly fields: ReadonlySet<string>
  readonly relations: Readonly<Record<string, Shape>>
}

const tag: Shape = { fields: TAG, relations: {} }
const studio: Shape = { fields: STUDIO, relations: { Parent: { fields: STUDIO, relations: {} }, Tags: tag } }
const performer: Shape = { fields: PERFORMER, relations: { Tags: tag } }
const people = { Performers: performer, Studio: studio, Tags: tag }
const episode: Shape = {
  fields: words(
    "Season Number Episode EpisodeEnd Title Name Code Date Details Director URL URLs Image Rating Duration"
  ),
  relations: people
}
const season: Shape = {
  fields: words("Number Season Name Title Date Details URL URLs Image"),
  relations: { Episodes: episode }
}
/** Seasons, episodes and scenes are our extensions, because the format does not support series. */
const group: Shape = {
  fields: GROUP,
  relations: { Studio: studio, Tags: tag, Seasons: season, Episodes: episode, Scenes: episode }
}

export const shapes: Readonly<Record<ObjectKind, Shape>> = {
  performer,
  group,
  gallery: { fields: GALLERY, relations: people },
  image: { fields: GALLERY, relations: people },
  scene: {
    // Season and episode are our extensions, because the format does not support series.
    fields: words("Title Code Date Details Director URL URLs Image Rating Season Episode EpisodeEnd"),
    relations: { ...people, Groups: group, Movies: group }
  }
}
