import { apiAddress } from "@/lib/place"
import type { ItemDetail } from "../definition"

/** Where the original bytes of an item are; kinds with players of their own do not say it. */
export const sourceUrlOf = (item: ItemDetail): string | undefined =>
  "sourceUrl" in item && typeof item.sourceUrl === "string" ? apiAddress(item.sourceUrl) : undefined
