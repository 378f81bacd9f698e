import { childOf, textOf, type XmlElement } from "@media/xml/XmlElement"
import type { CreditRole, NfoCredit } from "../NfoFields.ts"
import { allOf, cleanLine, type Elements, elementsOf, stated, textIn, textsIn } from "./elements.ts"
import { isWebAddress } from "./pictures.ts"
import { wholeIn } from "./values.ts"

const roles: Readonly<Record<string, CreditRole>> = {
  "": "actor",
  actor: "actor",
  gueststar: "guest",
  guest: "guest",
  director: "director",
  writer: "writer",
  producer: "producer"
}

const person = (element: XmlElement, index: number): NfoCredit | null => {
  const elements = elementsOf(element)
  const name = cleanLine(
    textOf(childOf(element, "name") ?? { name: "", namespace: "", attributes: [], children: [] })
  )
  if (name === "") return null
  const type = textIn(elements, "type") ?? ""
  const key = type.toLowerCase().replace(/\s/g, "")
  const role = Object.hasOwn(roles, key) ? roles[key]! : "other"
  const picture = textIn(elements, "thumb")
  return stated<NfoCredit>({
    name,
    role,
    character: textIn(elements, "role"),
    job: role === "other" ? type : undefined,
    order: wholeIn(elements, "order", "sortorder") ?? index,
    picture: picture !== undefined && isWebAddress(picture) ? picture : undefined
  })
}

/**
 * Matches separators of names in elements that may list several people. `writer` is not split, because "Writer, Jr."
 * contains a comma.
 */
const list = /[/,]/

const named = (names: ReadonlyArray<string>, role: CreditRole): ReadonlyArray<NfoCredit> =>
  names.map((name, order) => ({ name, role, order }))

/** Returns every person in the file, once per role and character. */
export const creditsIn = (elements: Elements): ReadonlyArray<NfoCredit> => {
  const writers = [...textsIn(elements, ["writer"]), ...textsIn(elements, ["credits"], list)]
  const all = [
    ...allOf(elements, "actor").flatMap((element, index) => person(element, index) ?? []),
    ...named(textsIn(elements, ["director"], list), "director"),
    ...named([...new Set(writers)], "writer")
  ]
  const seen = new Set<string>()
  return all.filter(({ character = "", name, role }) => {
    const key = `${role}\0${name}\0${character}`
    return !seen.has(key) && seen.add(key)
  })
}
