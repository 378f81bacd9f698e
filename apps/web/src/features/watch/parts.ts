import type { Video } from "@media/features/media/videos/contract"

type WorkParts = Video["workParts"]

/** The parts before and after a file of a work. Both are undefined for a work with a single file. */
export const partAt = (
  work: WorkParts,
  id: string
): { readonly previous?: string | undefined; readonly next?: string | undefined } => {
  const at = work?.files.findIndex((file) => file.id === id) ?? -1
  return at < 0 ? {} : { previous: work?.files[at - 1]?.id, next: work?.files[at + 1]?.id }
}

/** The part that contains the viewer's position. */
export const resumedPart = (work: WorkParts): string | undefined =>
  work?.files.findLast(({ start }) => start <= work.position)?.id

/** The start position of a part: the viewer's position, if it is in this part. */
export const startOf = (work: NonNullable<WorkParts>, id: string): number => {
  const file = work.files.find((each) => each.id === id)
  return file !== undefined && resumedPart(work) === id ? work.position - file.start : 0
}
