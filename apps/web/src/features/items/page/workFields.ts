import type { Video } from "@media/features/media/videos/contract"
import type { ItemDetail } from "../definition"

type Described = ItemDetail & Partial<Pick<Video, "set" | "countries" | "seriesStatus" | "type">>

/** The form values of the fields that only movies and series have. */
export interface WorkDraft {
  /** The name of the movie set. */
  readonly set: string
  /** Country names, separated by commas. */
  readonly countries: string
  readonly seriesStatus: "" | "continuing" | "ended"
}

/** Returns the draft of these fields, or undefined for items that are neither a movie nor a series. */
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

/** Returns a patch with only the changed fields, because every field in a patch becomes a locked edit. */
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
