import type { RelatedEvent } from "./events.ts"

/** A tag of a performer or studio. */
export interface EntityTag {
  readonly tagId: string
  /** The source of the tag: `user`, or a file or metadata source. */
  readonly source: string
}

/** Returns the events that change one list of tags into another. A tag in both lists keeps its source. */
export const changeTags = (
  before: ReadonlyArray<EntityTag>,
  after: ReadonlyArray<EntityTag>
): ReadonlyArray<RelatedEvent> => {
  const has = (tags: ReadonlyArray<EntityTag>, id: string) => tags.some(({ tagId }) => tagId === id)
  const added = after.filter(({ tagId }, index) => {
    const isFirst = index === after.findIndex((one) => one.tagId === tagId)
    return isFirst && !has(before, tagId)
  })
  return [
    ...before
      .filter(({ tagId }) => !has(after, tagId))
      .map(({ tagId }) => ({ _tag: "related.untagged.v1" as const, tagId })),
    ...added.map(({ source, tagId }) => ({ _tag: "related.tagged.v1" as const, tagId, source }))
  ]
}

/** Returns the tags after replacing one tag with another, or removing it if `into` is null. */
export const replacedTag = (
  tags: ReadonlyArray<EntityTag>,
  from: string,
  into: string | null
): ReadonlyArray<EntityTag> =>
  tags.flatMap((tag) => (tag.tagId !== from ? [tag] : into === null ? [] : [{ ...tag, tagId: into }]))
