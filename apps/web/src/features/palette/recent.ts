import { kindNamed } from "@/features/items/kinds/kinds"
import { lasting } from "@/lib/storage"
import type { PaletteEntry } from "./entries"

const MOST = 6
type Recent = NonNullable<PaletteEntry["item"]>

const isRecent = (value: unknown): value is Recent =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  "title" in value &&
  "kind" in value &&
  typeof value.id === "string" &&
  typeof value.title === "string" &&
  kindNamed(String(value.kind)) !== undefined

const parse = (text: string | null): ReadonlyArray<Recent> => {
  try {
    const value: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(value) ? value.filter(isRecent).slice(0, MOST) : []
  } catch {
    return []
  }
}
const keyOf = (account: string): string => `palette-recent-${account}`

/** Returns the items that the user opened from the palette, latest first. */
export const recentItems = (account: string): ReadonlyArray<Recent> => parse(lasting.read(keyOf(account)))
export const rememberItem = (account: string, item: Recent): void =>
  lasting.write(
    keyOf(account),
    JSON.stringify([item, ...recentItems(account).filter(({ id }) => id !== item.id)].slice(0, MOST))
  )
