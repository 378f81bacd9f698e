import type { NfoFields } from "../NfoFields.ts"
import type { Markup } from "./markup.ts"

/** Returns the elements for the ids. The first id is the default, which Kodi uses. */
export const idMarkup = ({ externalIds = {} }: NfoFields): ReadonlyArray<Markup> =>
  Object.entries(externalIds).map(([type, children], n) => ({
    name: "uniqueid",
    attributes: { type, ...(n === 0 ? { default: "true" } : {}) },
    children
  }))
