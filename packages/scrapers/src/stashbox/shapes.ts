import * as Schema from "effect/Schema"

// Schemas for the response fields that we use. Nearly all fields are optional, because older servers lack some of them.

const optional = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(schema, { exact: true, nullable: true })
const listOf = <A, I>(item: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.Array(item), { exact: true, nullable: true, default: () => [] })

const Url = Schema.Struct({ url: Schema.String })
const Image = Schema.Struct({
  url: Schema.String,
  width: optional(Schema.Number),
  height: optional(Schema.Number)
})

export const BoxTag = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  description: optional(Schema.String),
  aliases: listOf(Schema.String)
})
export type BoxTag = typeof BoxTag.Type

export const BoxStudio = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  aliases: listOf(Schema.String),
  urls: listOf(Url),
  images: listOf(Image),
  parent: optional(Schema.Struct({ id: Schema.String, name: Schema.String }))
})
export type BoxStudio = typeof BoxStudio.Type

const Modification = Schema.Struct({ location: Schema.String, description: optional(Schema.String) })

export const BoxPerformer = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  disambiguation: optional(Schema.String),
  aliases: listOf(Schema.String),
  gender: optional(Schema.String),
  urls: listOf(Url),
  images: listOf(Image),
  birth_date: optional(Schema.String),
  death_date: optional(Schema.String),
  ethnicity: optional(Schema.String),
  country: optional(Schema.String),
  eye_color: optional(Schema.String),
  hair_color: optional(Schema.String),
  height: optional(Schema.Number),
  cup_size: optional(Schema.String),
  band_size: optional(Schema.Number),
  waist_size: optional(Schema.Number),
  hip_size: optional(Schema.Number),
  breast_type: optional(Schema.String),
  career_start_year: optional(Schema.Number),
  career_end_year: optional(Schema.Number),
  tattoos: listOf(Modification),
  piercings: listOf(Modification),
  deleted: optional(Schema.Boolean),
  merged_into_id: optional(Schema.String)
})
export type BoxPerformer = typeof BoxPerformer.Type

export const Algorithm = Schema.Literal("MD5", "OSHASH", "PHASH")

export const BoxScene = Schema.Struct({
  id: Schema.String,
  title: optional(Schema.String),
  code: optional(Schema.String),
  details: optional(Schema.String),
  director: optional(Schema.String),
  duration: optional(Schema.Number),
  /** The name of `release_date` on older servers. */
  date: optional(Schema.String),
  release_date: optional(Schema.String),
  urls: listOf(Url),
  images: listOf(Image),
  studio: optional(BoxStudio),
  tags: listOf(BoxTag),
  performers: listOf(Schema.Struct({ as: optional(Schema.String), performer: BoxPerformer })),
  // Some servers return hashes as numbers.
  fingerprints: listOf(
    Schema.Struct({
      algorithm: Schema.String,
      hash: Schema.Union(Schema.String, Schema.Number),
      duration: Schema.Number
    })
  )
})
export type BoxScene = typeof BoxScene.Type
