import { defineMessages, translate } from "@/lib/messages"

const names = defineMessages("identify.fields", {
  aliases: "Other names",
  birthDate: "Birth date",
  breastType: "Breast type",
  careerEnd: "Career end",
  careerStart: "Career start",
  circumcised: "Circumcised",
  code: "Code",
  communityRating: "Community rating",
  contentRating: "Content rating",
  country: "Country",
  date: "Date",
  deathDate: "Death date",
  description: "Description",
  details: "Description",
  disambiguation: "Disambiguation",
  ended: "Ended",
  episode: "Episode",
  episodeEnd: "Last episode",
  ethnicity: "Ethnicity",
  externalIds: "External IDs",
  eyeColor: "Eye color",
  gender: "Gender",
  hairColor: "Hair color",
  heightCm: "Height in cm",
  measurements: "Measurements",
  name: "Name",
  originalTitle: "Original title",
  penisLengthCm: "Penis length in cm",
  piercings: "Piercings",
  runtimeMinutes: "Runtime in minutes",
  season: "Season",
  set: "Movie set",
  status: "Status",
  tagline: "Tagline",
  tattoos: "Tattoos",
  title: "Title",
  urls: "Web addresses",
  weightKg: "Weight in kg",
  performers: "People",
  studio: "Studio",
  tags: "Tags"
})

const isKnown = (field: string): field is keyof typeof names.texts => Object.hasOwn(names.texts, field)

export const fieldName = (field: string): string => (isKnown(field) ? translate(names, field) : field)

const sources = defineMessages("identify.sources", {
  user: "Edited by hand",
  nfo: "NFO file",
  scrape: "Metadata from the web",
  tags: "Tags in the file",
  name: "File name"
})
const isSource = (source: string): source is keyof typeof sources.texts =>
  Object.hasOwn(sources.texts, source)

export const sourceName = (source: string | null): string =>
  source !== null && isSource(source) ? translate(sources, source) : ""
