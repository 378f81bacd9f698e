import type { Video } from "@media/features/media/videos/contract"

type WorkParts = Video["workParts"]

/** Returns the ids of the parts before and after a file. Both are undefined if the work has only one file. */
export const partAt = (
  work: WorkParts,
  id: string
): { readonly previous?: string | undefined; readonly next?: string | undefined } => {
  const at = work?.files.findIndex((file) => file.id === id) ?? -1
  return at < 0 ? {} : { previous: work?.files[at - 1]?.id, next: work?.files[at + 1]?.id }
}

/** Returns the id of the part that contains the user's position. */
export const resumedPart = (work: WorkParts): string | undefined =>
  work?.files.findLast(({ start }) => start <= work.position)?.id

/** Returns the start position in a part in seconds: the user's position if this part contains it, otherwise 0. */
export const startOf = (work: NonNullable<WorkParts>, id: string): number => {
  const file = work.files.find((each) => each.id === id)
  return file !== undefined && resumedPart(work) === id ? work.position - file.start : 0
}
