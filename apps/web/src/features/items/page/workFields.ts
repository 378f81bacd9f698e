import type { Video } from "@media/features/media/videos/contract"
import type { ItemDetail } from "../definition"

type Described = ItemDetail & Partial<Pick<Video, "set" | "countries" | "seriesStatus" | "type">>

/** The fields that only movies and series have, as the form edits them. */
export interface WorkDraft {
  /** The name of the set of movies. */
  readonly set: string
  /** Names with commas between them. */
  readonly countries: string
  readonly seriesStatus: "" | "continuing" | "ended"
}

/** Undefined for items that have none of these fields. */
export const workDraft = (kind: string, item: Described): { work: WorkDraft | undefined } => ({
  work:
    item.type === "movie" || kind === "series"
      ? {
          set: item.set?.name ?? "",
          countries: (item.countries ?? []).join(", "),
          seriesStatus: item.seriesStatus ?? ""
        }
      : undefined
})

/** The fields of the patch: only those that differ, because every field in it is locked as an edit. */
export const workPatch = (before: WorkDraft | undefined, after: WorkDraft | undefined) => {
  if (before === undefined || after === undefined) return {}
  const countries = after.countries
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean)
  const name = after.set.trim()
  return {
    ...(before.countries === after.countries ? {} : { countries }),
    ...(before.seriesStatus === after.seriesStatus ? {} : { seriesStatus: after.seriesStatus || null }),
    ...(before.set === after.set ? {} : { set: name === "" ? null : { name } })
  }
}
