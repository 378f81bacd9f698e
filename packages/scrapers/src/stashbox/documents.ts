/** The fields that a server supports, keyed by type, or undefined if the server does not list its fields. */
export type Known = ReadonlyMap<string, ReadonlySet<string>> | undefined

export const knows = (known: Known, type: string, field: string): boolean =>
  known?.get(type)?.has(field) ?? true

const fields = (
  known: Known,
  type: string,
  wanted: ReadonlyArray<readonly [field: string, inside?: string]>
): string =>
  wanted
    .filter(([field]) => knows(known, type, field))
    .map(([field, inside = ""]) => field + inside)
    .join(" ")

const plain = (names: string) => names.split(" ").map((name) => [name] as const)
const URLS = ["urls", " { url }"] as const
const IMAGES = ["images", " { url width height }"] as const

export const tagFields = (known: Known): string => fields(known, "Tag", plain("id name description aliases"))

export const studioFields = (known: Known): string =>
  fields(known, "Studio", [...plain("id name aliases"), URLS, IMAGES, ["parent", " { id name }"]])

export const performerFields = (known: Known): string =>
  fields(known, "Performer", [
    ...plain(
      "id name disambiguation aliases gender birth_date death_date ethnicity country eye_color hair_color height cup_size band_size waist_size hip_size breast_type career_start_year career_end_year deleted merged_into_id"
    ),
    URLS,
    IMAGES,
    ["tattoos", " { location description }"],
    ["piercings", " { location description }"]
  ])

export const sceneFields = (known: Known): string =>
  fields(known, "Scene", [
    ...plain("id title code details director duration"),
    // The older name is used only if the server does not support the newer name.
    known !== undefined && !knows(known, "Scene", "release_date") ? ["date"] : ["release_date"],
    URLS,
    IMAGES,
    ["studio", ` { ${studioFields(known)} }`],
    ["tags", ` { ${tagFields(known)} }`],
    ["performers", ` { as performer { ${performerFields(known)} } }`],
    ["fingerprints", " { algorithm hash duration }"]
  ])

/** The query for the supported fields. It covers only the types whose fields differ between server versions. */
export const INTROSPECTION = `query Fields {
${["Query", "Mutation", "Scene", "Performer", "Studio", "Tag", "Fingerprint"]
  .map((type) => `  ${type}: __type(name: "${type}") { fields(includeDeprecated: true) { name } }`)
  .join("\n")}
}`
