import { apiAddress } from "@/lib/urlBase"
import type { ItemDetail } from "../definition"

/** Returns the address of the original file, or undefined for kinds with a player. */
export const sourceUrlOf = (item: ItemDetail): string | undefined =>
  "sourceUrl" in item && typeof item.sourceUrl === "string" ? apiAddress(item.sourceUrl) : undefined
