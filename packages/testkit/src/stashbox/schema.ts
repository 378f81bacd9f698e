/** A field: the type of its value, and the types of its arguments by name. */
export type FieldType = readonly [type: string, args?: Readonly<Record<string, string>>]
export type Schema = Readonly<Record<string, Readonly<Record<string, FieldType>>>>

const fields = (type: string, names: string): Record<string, FieldType> =>
  Object.fromEntries(names.split(" ").map((name) => [name, [type]]))

const search = { term: "String!", limit: "Int" }

/** The part of the stash-box protocol that our client uses. */
export const currentSchema: Schema = {
  Query: {
    me: ["User"],
    findScene: ["Scene", { id: "ID!" }],
    findPerformer: ["Performer", { id: "ID!" }],
    findStudio: ["Studio", { id: "ID", name: "String" }],
    findTag: ["Tag", { id: "ID", name: "String" }],
    queryTags: ["TagPage", { input: "TagQueryInput!" }],
    findScenesBySceneFingerprints: ["Scene", { fingerprints: "[[FingerprintQueryInput!]!]!" }],
    searchScenes: ["ScenePage", search],
    searchPerformers: ["PerformerPage", search]
  },
  Mutation: {
    submitFingerprint: ["Boolean", { input: "FingerprintSubmission!" }],
    submitFingerprints: ["SubmissionResult", { input: "[FingerprintBatchSubmission!]!" }]
  },
  User: fields("String", "id name"),
  ScenePage: { count: ["Int"], scenes: ["Scene"] },
  PerformerPage: { count: ["Int"], performers: ["Performer"] },
  TagPage: { count: ["Int"], tags: ["Tag"] },
  SubmissionResult: fields("String", "hash scene_id error"),
  URL: fields("String", "url"),
  Image: { url: ["String"], ...fields("Int", "width height") },
  BodyModification: fields("String", "location description"),
  Fingerprint: {
    ...fields("String", "hash algorithm"),
    duration: ["Int"],
    ...fields("Boolean", "user_submitted user_reported")
  },
  Appearance: { as: ["String"], performer: ["Performer"] },
  Tag: fields("String", "id name description aliases"),
  Studio: { ...fields("String", "id name aliases"), urls: ["URL"], images: ["Image"], parent: ["Studio"] },
  Performer: {
    ...fields("String", "id name disambiguation aliases gender birth_date death_date ethnicity country"),
    ...fields("String", "eye_color hair_color cup_size breast_type merged_into_id"),
    ...fields("Int", "height band_size waist_size hip_size career_start_year career_end_year"),
    deleted: ["Boolean"],
    urls: ["URL"],
    images: ["Image"],
    tattoos: ["BodyModification"],
    piercings: ["BodyModification"]
  },
  Scene: {
    ...fields("String", "id title code details director date release_date"),
    duration: ["Int"],
    urls: ["URL"],
    images: ["Image"],
    studio: ["Studio"],
    tags: ["Tag"],
    performers: ["Appearance"],
    fingerprints: ["Fingerprint"]
  }
}

const without = (of: Readonly<Record<string, FieldType>>, ...names: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name)))

/** The schema of an older server, before searches had pages and fingerprints were sent in batches. */
export const olderSchema: Schema = {
  ...currentSchema,
  Query: {
    ...without(currentSchema["Query"]!, "searchScenes", "searchPerformers"),
    searchScene: ["Scene", search],
    searchPerformer: ["Performer", search]
  },
  Mutation: without(currentSchema["Mutation"]!, "submitFingerprints"),
  Scene: without(currentSchema["Scene"]!, "release_date", "code"),
  Fingerprint: without(currentSchema["Fingerprint"]!, "user_submitted", "user_reported")
}

export const inputs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  FingerprintQueryInput: { hash: "String!", algorithm: "Algorithm!" },
  FingerprintInput: { hash: "String!", algorithm: "Algorithm!", duration: "Int!" },
  FingerprintSubmission: { scene_id: "ID!", fingerprint: "FingerprintInput!", vote: "Vote" },
  FingerprintBatchSubmission: { scene_id: "ID!", hash: "String!", algorithm: "Algorithm!", duration: "Int!" },
  TagQueryInput: { names: "String", page: "Int!", per_page: "Int!" }
}

export const enums: Readonly<Record<string, ReadonlyArray<string>>> = {
  Algorithm: ["MD5", "OSHASH", "PHASH"],
  Vote: ["VALID", "INVALID", "REMOVE"]
}
