import { apiAddress } from "@/lib/urlBase"
import type { ItemDetail } from "../definition"

/** Returns the address of the original file. Undefined for kinds that are opened in a player. */
export const sourceUrlOf = (item: ItemDetail): string | undefined =>
  "sourceUrl" in item && typeof item.sourceUrl === "string" ? apiAddress(item.sourceUrl) : undefined
