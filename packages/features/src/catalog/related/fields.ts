import { field, type FieldTable, fieldTable } from "@media/query/Field"
import { boolean, date, number, oneOf, rating, text, time } from "@media/query/FieldType"
import type { EntityKind } from "../../EntityKind.ts"
import { expression, type SqlSource } from "../filters/sources.ts"

const all = { kinds: "all", cost: "computed" } as const
const fact = (name: string) => `(e.facts ->> '${name}')`
const textFact = (name: string) =>
  field(name, { ...all, type: text, source: expression(fact(name)), editable: true })
const numberFact = (name: string, aliases: ReadonlyArray<string> = []) =>
  field(name, { ...all, type: number, source: expression(`${fact(name)}::float8`), aliases, editable: true })
const dateFact = (name: string) =>
  field(name, { ...all, type: date, source: expression(`${fact(name)} collate "C"`), editable: true })

const favorite: SqlSource = {
  from: "own",
  table: "user_related",
  column: "is_favorite",
  row: "n.entity_id = e.id"
}

/** Filter fields of entities of every kind, for a row of `related_entities e`. */
const shared = [
  field("name", { ...all, type: text, source: expression("e.name"), searched: true, sortable: true }),
  field("disambiguation", { ...all, type: text, source: expression("e.disambiguation") }),
  field("isFavorite", {
    ...all,
    type: boolean,
    source: favorite,
    flags: { "is:favorite": true },
    editable: true
  }),
  field("rating", {
    ...all,
    type: rating,
    source: { ...favorite, column: "rating" },
    sortable: true,
    editable: true
  }),
  field("isNsfw", {
    ...all,
    type: boolean,
    source: expression("e.is_nsfw"),
    label: "Is NSFW",
    flags: { "is:nsfw": true },
    editable: true
  }),
  field("ignoreAutoTag", { ...all, type: boolean, source: expression("e.ignore_auto_tag"), editable: true }),
  field("createdAt", {
    ...all,
    type: time,
    source: expression("e.created_at"),
    aliases: ["added"],
    label: "Added"
  }),
  field("updatedAt", {
    ...all,
    type: time,
    source: expression("e.updated_at"),
    aliases: ["edited"],
    label: "Edited"
  })
]

const genders = ["male", "female", "transgender_male", "transgender_female", "intersex", "non_binary"]
/** SQL for the birth date as a day. For an incomplete date, this is the earliest possible day. */
const born = `rpad(${fact("birthDate")}, 10, '-01-01')::date`

export const performerFields = fieldTable<SqlSource>([
  ...shared,
  field("gender", { ...all, type: oneOf(genders), source: expression(fact("gender")), editable: true }),
  field("age", {
    ...all,
    type: number,
    source: expression(`extract(year from age(current_date, ${born}))::int`)
  }),
  dateFact("birthDate"),
  dateFact("deathDate"),
  ...["country", "ethnicity", "eyeColor", "hairColor", "measurements", "tattoos", "piercings", "details"].map(
    textFact
  ),
  numberFact("heightCm", ["height"]),
  numberFact("weightKg", ["weight"]),
  numberFact("careerStart"),
  numberFact("careerEnd")
])
export const studioFields = fieldTable<SqlSource>([...shared, textFact("details")])
export const tagFields = fieldTable<SqlSource>([...shared, textFact("description")])
export const authorFields = fieldTable<SqlSource>([
  ...shared,
  dateFact("birthDate"),
  dateFact("deathDate"),
  ...["country", "details"].map(textFact)
])

/** The filter fields of each kind of entity. */
export const entityFieldTables: Readonly<Record<EntityKind, FieldTable<SqlSource>>> = {
  performer: performerFields,
  studio: studioFields,
  tag: tagFields,
  author: authorFields
}
