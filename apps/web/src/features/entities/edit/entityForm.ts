import type { EntityBody, EntityDetail, EntityKind } from "../entityKinds"
import type { Word } from "./editMessages"

type Control = "text" | "area" | "number" | "choice" | "lines" | "pairs" | "color"
/** A fact of an entity, as a field of the form. */
export interface FormField {
  readonly key: string
  readonly label: Word
  readonly control: Control
  readonly help?: Word
  readonly options?: ReadonlyArray<Word>
  /** True if the field uses the full width. */
  readonly isWide?: boolean
}
export interface FormSection {
  readonly title: Word | undefined
  readonly fields: ReadonlyArray<FormField>
}

const field = (key: Word, control: Control = "text", more: Partial<FormField> = {}): FormField => ({
  key,
  label: key,
  control,
  ...more
})
const wide = { isWide: true } as const
const shared: ReadonlyArray<FormField> = [
  field("details", "area", wide),
  { key: "urls", label: "links", control: "lines", help: "linksHelp", isWide: true },
  field("externalIds", "pairs", wide)
]

/** The facts of each kind, in the order of the form. Names, parents and flags have separate fields. */
export const formSections: Readonly<Record<EntityKind, ReadonlyArray<FormSection>>> = {
  performer: [
    { title: undefined, fields: shared },
    {
      title: "life",
      fields: [
        field("birthDate", "text", { help: "dateHelp" }),
        field("deathDate"),
        field("gender", "choice", {
          options: ["male", "female", "transgender_male", "transgender_female", "intersex", "non_binary"]
        }),
        field("country", "text", { help: "countryHelp" }),
        field("careerStart", "number"),
        field("careerEnd", "number")
      ]
    },
    {
      title: "appearance",
      fields: [
        ...(["ethnicity", "eyeColor", "hairColor"] as const).map((key) => field(key)),
        ...(["heightCm", "weightKg"] as const).map((key) => field(key, "number")),
        field("measurements"),
        field("breastType"),
        field("penisLengthCm", "number"),
        field("circumcised", "choice", { options: ["cut", "uncut"] }),
        field("tattoos", "text", wide),
        field("piercings", "text", wide),
        field("customFields", "pairs", wide)
      ]
    }
  ],
  studio: [{ title: undefined, fields: shared }],
  author: [
    { title: undefined, fields: shared },
    {
      title: "life",
      fields: [
        field("birthDate", "text", { help: "dateHelp" }),
        field("deathDate"),
        field("country", "text", { help: "countryHelp" })
      ]
    }
  ],
  tag: [
    {
      title: undefined,
      fields: [
        field("description", "area", wide),
        field("color", "color"),
        field("externalIds", "pairs", wide)
      ]
    }
  ]
}
export const fieldsOf = (kind: EntityKind): ReadonlyArray<FormField> =>
  formSections[kind].flatMap(({ fields }) => fields)

export type Pair = readonly [name: string, value: string]
/** The values in the form, keyed by field. A value is a string, or a list of rows that each have a name and a value. */
export type FactDraft = Record<string, string | ReadonlyArray<Pair>>

export const draftOf = (kind: EntityKind, entity: EntityDetail | undefined): FactDraft =>
  Object.fromEntries(
    fieldsOf(kind).map(({ control, key }) => {
      const value = entity?.[key]
      if (control === "pairs")
        return [key, Object.entries(value ?? {}).map(([name, one]): Pair => [name, String(one)])]
      if (control === "lines") return [key, ((value ?? []) as ReadonlyArray<string>).join("\n")]
      return [key, value === null || value === undefined ? "" : String(value)]
    })
  )

const lines = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

/**
 * Converts a numeric value of a custom field back to a number, so that saving the form does not turn numbers into
 * strings.
 */
const valueOf = (key: string, text: string): string | number =>
  key === "customFields" && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text

const bodyOf = ({ control, key }: FormField, value: FactDraft[string]): unknown => {
  if (typeof value !== "string")
    return Object.fromEntries(
      value
        .map(([name, one]) => [name.trim(), one.trim()] as const)
        .filter(([name, one]) => name !== "" && one !== "")
        .map(([name, one]) => [name, valueOf(key, one)])
    )
  if (control === "lines") return lines(value)
  const text = value.trim()
  if (text === "") return null
  return control === "number" ? Number(text) : key === "country" ? text.toUpperCase() : text
}

/** Returns the changed fields as a part of the request body. */
export const factsOfDraft = (
  kind: EntityKind,
  draft: FactDraft,
  before: EntityDetail | undefined
): EntityBody => {
  const old = draftOf(kind, before)
  return Object.fromEntries(
    fieldsOf(kind).flatMap((one) => {
      const value = bodyOf(one, draft[one.key] ?? "")
      return JSON.stringify(value) === JSON.stringify(bodyOf(one, old[one.key] ?? ""))
        ? []
        : [[one.key, value]]
    })
  )
}
