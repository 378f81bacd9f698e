import { attributeOf, childrenOf, childOf, textOf, type XmlElement } from "@media/xml/XmlElement"
import { allOf, type Elements, textIn } from "./elements.ts"
import { decimalOf } from "./values.ts"

/** Scales a rating to the range from 0 to 100. A value of 0 means that there is no rating. */
const scaled = (value: number | undefined, max: number): number | undefined =>
  value === undefined || value <= 0 || max <= 0 || value > max
    ? undefined
    : Math.round((1000 * value) / max) / 10

const ofElement = (rating: XmlElement): number | undefined => {
  const value = decimalOf(textOf(childOf(rating, "value") ?? rating))
  return scaled(value, decimalOf(attributeOf(rating, "max") ?? "") ?? 10)
}

/** Reads a rating whose maximum is ten, or a hundred if the number is larger than ten. */
const plain = (text: string | undefined): number | undefined => {
  const value = decimalOf(text ?? "")
  return scaled(value, value !== undefined && value > 10 ? 100 : 10)
}

/**
 * Returns the default rating in `<ratings>`, or else IMDb's, or else the first one. Without `<ratings>`, returns the
 * rating in one of the older single elements.
 */
export const communityRating = (elements: Elements): number | undefined => {
  const all = allOf(elements, "ratings").flatMap((ratings) => childrenOf(ratings, "rating"))
  const isDefault = (rating: XmlElement) => attributeOf(rating, "default") === "true"
  const isImdb = (rating: XmlElement) => attributeOf(rating, "name")?.toLowerCase() === "imdb"
  const chosen = [all.find(isDefault), all.find(isImdb), ...all].find(
    (rating) => rating !== undefined && ofElement(rating) !== undefined
  )
  if (chosen !== undefined) return ofElement(chosen)
  return ["rating", "communityrating", "criticrating"]
    .map((name) => plain(textIn(elements, name)))
    .find((value) => value !== undefined)
}

export const userRating = (elements: Elements): number | undefined => plain(textIn(elements, "userrating"))
