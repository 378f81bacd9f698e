import type { ProposalDetail, ProposedEntity } from "@media/features/metadata/proposals/shapes"

export type Relation = "performers" | "tags" | "studio"
/**
 * The decision about a proposed entity: link the existing entity with this id, create a new one (`create`), or ignore it
 * (`skip`).
 */
export type Use = string

export type PictureSlot = "poster" | "backdrop" | "logo"

/** Returns the pictures that items of this kind can have. Only videos and series can have more than a poster. */
export const slotsOf = (kind: ProposalDetail["target"]["kind"]): ReadonlyArray<PictureSlot> =>
  kind === "video" || kind === "series" ? ["poster", "backdrop", "logo"] : ["poster"]

/** Selects the first proposed picture for each slot. */
const firstImages = ({ images, target }: ProposalDetail): Review["images"] => {
  const slots = slotsOf(target.kind)
  const slotOf = (kind: string) => slots.find((slot) => slot === kind) ?? "poster"
  return Object.fromEntries(images.toReversed().map(({ index, kind }) => [slotOf(kind), index]))
}

/** The user's choices in a review. */
export interface Review {
  /** True for each field whose proposed value will be accepted. */
  readonly fields: Readonly<Record<string, boolean>>
  /** The proposed values that the user edited, as text. */
  readonly values: Readonly<Record<string, string>>
  readonly uses: Readonly<Record<Relation, ReadonlyArray<Use>>>
  /** The index of the picture to download for each slot. Slots without an index keep their current picture. */
  readonly images: Readonly<Partial<Record<PictureSlot, number>>>
  /** The ids of season and episode proposals that will be accepted with the proposal for their series. */
  readonly children: ReadonlySet<string>
}

const useOf = ({ matched }: ProposedEntity): Use => matched?.id ?? "skip"

export const entitiesOf = (
  { relations }: Pick<ProposalDetail, "relations">,
  relation: Relation
): ReadonlyArray<ProposedEntity> =>
  relation === "studio" ? (relations.studio === null ? [] : [relations.studio]) : relations[relation]

/**
 * Returns the initial choices. All proposed values are selected, with these exceptions:
 * - movie sets
 * - a new name for an entity that already has a name
 * - fields whose current value was set by a user or an NFO file
 */
export const firstReview = (proposal: ProposalDetail): Review => ({
  fields: Object.fromEntries(
    proposal.diff.map(({ currentSource, field, isLocked }) => [
      field,
      !isLocked && currentSource !== "nfo" && field !== "set" && !(field === "name" && currentSource !== null)
    ])
  ),
  values: {},
  uses: {
    performers: proposal.relations.performers.map(useOf),
    tags: proposal.relations.tags.map(useOf),
    studio: entitiesOf(proposal, "studio").map(useOf)
  },
  images: firstImages(proposal),
  children: new Set(proposal.children.filter(({ status }) => status === "pending").map(({ id }) => id))
})

export const withField = (review: Review, field: string, isTaken: boolean): Review => ({
  ...review,
  fields: { ...review.fields, [field]: isTaken }
})
/** Returns the review with an edited value for a field. Editing also selects the proposed value. */
export const withValue = (review: Review, field: string, text: string): Review => ({
  ...withField(review, field, true),
  values: { ...review.values, [field]: text }
})
export const withChildren = (review: Review, ids: ReadonlyArray<string>, isTaken: boolean): Review => {
  const children = new Set(review.children)
  for (const id of ids) {
    if (isTaken) children.add(id)
    else children.delete(id)
  }
  return { ...review, children }
}
export const withUse = (review: Review, relation: Relation, index: number, use: Use): Review => ({
  ...review,
  uses: { ...review.uses, [relation]: review.uses[relation].with(index, use) }
})

/**
 * Returns the review after a picture was assigned to a slot, or to no slot if `slot` is undefined. A picture has at
 * most one slot, and a slot at most one picture.
 */
export const withImage = (review: Review, index: number, slot: PictureSlot | undefined): Review => {
  const others = Object.entries(review.images).filter(([name, each]) => each !== index && name !== slot)
  return {
    ...review,
    images: { ...Object.fromEntries(others), ...(slot === undefined ? {} : { [slot]: index }) }
  }
}

/** Converts a value to text for editing. A list has one entry per line. */
export const asText = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : Array.isArray(value)
      ? value.map(String).join("\n")
      : typeof value === "object"
        ? Object.entries(value)
            .map(([name, id]) => `${name}: ${String(id)}`)
            .join("\n")
        : String(value)

/** Converts edited text back to the type of the proposed value. */
export const fromText = (text: string, proposed: unknown): unknown => {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
  if (Array.isArray(proposed)) return lines
  if (typeof proposed === "number") return text.trim() === "" ? null : Number(text)
  if (typeof proposed === "object" && proposed !== null)
    return Object.fromEntries(
      lines.map((line) => [line.split(":")[0]!.trim(), line.slice(line.indexOf(":") + 1).trim()])
    )
  return text.trim()
}

const chosen = (uses: ReadonlyArray<Use>) => uses.map((use, index) => ({ index, use }))

/** Returns the request body that accepts a proposal with the user's choices. */
export const acceptBody = (proposal: ProposalDetail, { children, fields, images, uses, values }: Review) => {
  const taken = proposal.diff.filter(({ field }) => fields[field] === true)
  const related = (["performers", "tags", "studio"] as const).filter((relation) =>
    uses[relation].some((use) => use !== "skip")
  )
  const edited = taken.filter(({ field, proposed }) => {
    const text = values[field]
    return text !== undefined && text !== asText(proposed)
  })
  return {
    scrapeResultId: proposal.id,
    fields: [...taken.map(({ field }) => field), ...related],
    ...(edited.length === 0
      ? {}
      : {
          values: Object.fromEntries(
            edited.map(({ field, proposed }) => [field, fromText(values[field]!, proposed)])
          )
        }),
    relations: {
      performers: chosen(uses.performers),
      tags: chosen(uses.tags),
      studio: chosen(uses.studio)
    },
    images: slotsOf(proposal.target.kind).flatMap((as) => {
      const index = images[as]
      return index === undefined ? [] : [{ index, as }]
    }),
    ...(children.size === 0 ? {} : { cascade: [...children] }),
    expectedVersion: proposal.version
  }
}

/** Returns the next or previous id in a list, or the first id if no id is current. */
export const neighbor = (
  ids: ReadonlyArray<string>,
  current: string | undefined,
  step: 1 | -1
): string | undefined => {
  const at = current === undefined ? -1 : ids.indexOf(current)
  if (at < 0) return ids[0]
  return ids[Math.max(0, Math.min(ids.length - 1, at + step))]
}

/** Returns the id to show after the id `left` was removed from the list: the next id, or else the last id. */
export const afterLeaving = (ids: ReadonlyArray<string>, left: string): string | undefined => {
  const at = ids.indexOf(left)
  const rest = ids.filter((id) => id !== left)
  return rest[Math.min(Math.max(at, 0), rest.length - 1)]
}
