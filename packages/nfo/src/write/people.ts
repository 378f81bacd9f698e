import type { CreditRole, NfoCredit, NfoFields } from "../NfoFields.ts"
import type { Markup } from "./markup.ts"

const types: Readonly<Partial<Record<CreditRole, string>>> = {
  actor: "Actor",
  guest: "GuestStar",
  producer: "Producer"
}

const text = (name: string, children: string | undefined): ReadonlyArray<Markup> =>
  children === undefined ? [] : [{ name, children }]

const actor = ({ character, job, name, order, picture, role }: NfoCredit): Markup => ({
  name: "actor",
  children: [
    { name: "name", children: name },
    ...text("role", character),
    { name: "type", children: types[role] ?? job ?? "Other" },
    { name: "order", children: String(order) },
    ...text("thumb", picture)
  ]
})

/**
 * Returns the elements for credits. Directors and writers have their own elements. All other people become an `actor`
 * with a type.
 */
export const creditMarkup = ({ credits = [] }: NfoFields): ReadonlyArray<Markup> =>
  credits.map((credit) =>
    credit.role === "director" || credit.role === "writer"
      ? { name: credit.role, children: credit.name }
      : actor(credit)
  )
