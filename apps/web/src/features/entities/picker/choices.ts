import type { Picture } from "@/features/items/picture/picture"
import type { Suggestion } from "@media/features/app/search/contract"

/** A line in the picker's list: an existing entity, or the offer to create an entity with the typed name. */
export interface PickerChoice {
  readonly key: string
  readonly name: string
  /** Undefined for the offer to create an entity. */
  readonly id: string | undefined
  readonly alias?: string | undefined
  readonly count?: number | undefined
  readonly picture?: Picture | undefined
}

/** Normalizes a name for comparison. As on the server, names that differ only in case, accents or spaces are equal. */
export const foldedName = (name: string): string =>
  name.normalize("NFKD").replace(/\p{M}/gu, "").trim().replace(/\s+/gu, " ").toLowerCase()

/** Maximum length of a name. The server rejects longer names. */
export const longestName = 200

/** Returns the suggestions that are not selected yet, followed by the offer to create the typed name. */
export const choicesOf = (
  suggestions: ReadonlyArray<Suggestion>,
  typed: string,
  isChosen: (one: { readonly id?: string; readonly name: string }) => boolean,
  canCreate: boolean
): ReadonlyArray<PickerChoice> => {
  const name = typed.trim().replace(/\s+/gu, " ")
  const folded = foldedName(name)
  const known = suggestions.flatMap(({ alias, count, id, label, picture }) =>
    id === undefined || isChosen({ id, name: label })
      ? []
      : [{ key: id, id, name: label, alias, count, picture }]
  )
  const isKnown =
    suggestions.some(({ label }) => foldedName(label) === folded) || (folded !== "" && isChosen({ name }))
  const isOffered = canCreate && folded !== "" && name.length <= longestName && !isKnown
  return isOffered ? [...known, { key: "create", id: undefined, name }] : known
}
