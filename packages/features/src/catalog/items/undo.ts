import { elementOf, fieldOf, type PartValue } from "@media/event-store/Undo"
import { isSameJson } from "@media/kernel/Json"
import { eventUndo } from "../../EventUndo.ts"
import { editableFields, type EditableField, itemDecider, shownIn } from "./decider.ts"
import type { ItemEdited, ItemEvent } from "./events.ts"
import {
  hasSameEntries,
  isListField,
  type ListField,
  listPart,
  listParts,
  readListPart,
  writeListParts
} from "./lists.ts"
import { groupDecider } from "./groupDecider.ts"
import type { GroupEvent } from "./groupEvents.ts"
import { shownWithoutUser } from "./sources.ts"

type Change = (typeof ItemEdited.Type)["changes"][number]

const isEditable = (field: string): field is EditableField =>
  (editableFields as ReadonlyArray<string>).includes(field)
/** Returns the source of a part: `scrape` for a part such as `scrape/title`, otherwise `user`. */
const sourceOf = (part: string): "user" | "scrape" => (fieldOf(part) === "scrape" ? "scrape" : "user")

type ItemState = typeof itemDecider.initial

/**
 * Returns the parts of an item that an event changed and that can be undone separately: fields, and single entries of
 * list fields.
 */
const partsOf = (fields: ReadonlyArray<string>, before: ItemState, after: ItemState): ReadonlyArray<string> =>
  fields.flatMap((field) =>
    isListField(field)
      ? listParts(field, shownIn(before, field), shownIn(after, field))
      : [isEditable(field) ? field : `lock/${field}`]
  )

/** Returns the new value of each list field with entries that an undo restores. */
const writtenLists = (values: ReadonlyMap<string, PartValue>, state: ItemState) => {
  const parts = new Map<ListField, Map<string, PartValue>>()
  for (const [part, value] of values) {
    const found = listPart(part)
    if (found === undefined) continue
    const [field, key] = found
    parts.set(field, (parts.get(field) ?? new Map<string, PartValue>()).set(key, value))
  }
  return [...parts].map(([field, changed]) => ({
    field,
    to: writeListParts(field, shownIn(state, field), changed) as PartValue
  }))
}

/**
 * Undoes changes to the fields that users edit. Each entry of a list field is undone separately. If an undo returns a
 * field to the value that it would have without the user's edit, the field is unlocked, so that later changes of the
 * other sources are shown again. The part `lock/tags` is the list of tags that a user chose. The relations to these
 * tags are undone by the slice `relations`. The part `scrape/title` is the title from a reviewed metadata result.
 */
export const itemUndo = eventUndo<typeof itemDecider.initial, ItemEvent>({
  target: "item",
  rule: {
    ...itemDecider,
    parts: {
      "item.edited.v1": ({ changes }, before, after) =>
        partsOf(
          changes.map(({ field }) => field),
          before,
          after
        ),
      "item.sourced.v1": ({ clear, set, source }, before, after) =>
        source === "user"
          ? partsOf([...Object.keys(set), ...clear], before, after)
          : source === "scrape"
            ? [...Object.keys(set), ...clear].map((field) => `scrape/${field}`)
            : []
    },
    read: (state, part) => {
      const entry = listPart(part)
      if (entry !== undefined) return readListPart(entry, shownIn(state, entry[0]))
      const field = elementOf(part)
      if (field !== undefined)
        return (state.stated[field]?.[sourceOf(part)]?.value as PartValue | undefined) ?? null
      return isEditable(part) ? shownIn(state, part) : null
    },
    write: (values, state) => {
      const changed: ReadonlyArray<{ readonly field: EditableField; readonly to: PartValue }> = [
        ...[...values].flatMap(([part, to]) => (isEditable(part) ? [{ field: part, to }] : [])),
        ...writtenLists(values, state)
      ]
      const isUnlocked = ({ field, to }: (typeof changed)[number]) => {
        const without = shownWithoutUser(state.stated, field)
        const isSame = isListField(field) ? hasSameEntries(without, to) : isSameJson(without, to)
        return state.stated[field]?.user !== undefined && isSame
      }
      const edits = changed.filter((change) => !isUnlocked(change))
      const statedBy = (source: "user" | "scrape") =>
        [...values].flatMap(([part, value]) => {
          const field = listPart(part) === undefined ? elementOf(part) : undefined
          return field === undefined || sourceOf(part) !== source ? [] : [[field, value] as const]
        })
      const locks = statedBy("user")
      const set = Object.fromEntries(locks.filter(([, value]) => value !== null))
      const scraped = statedBy("scrape")
      const clear = [
        ...changed.filter(isUnlocked).map(({ field }) => field),
        ...locks.flatMap(([field, value]) => (value === null ? [field] : []))
      ]
      const changes = edits.map(({ field, to }): Change => ({
        field,
        from: shownIn(state, field),
        to: to as Change["to"]
      }))
      const isSourced = clear.length > 0 || Object.keys(set).length > 0
      const editVersion = state.editVersion + 1
      return [
        ...(scraped.length > 0
          ? [
              {
                _tag: "item.sourced.v1" as const,
                source: "scrape" as const,
                set: Object.fromEntries(scraped.filter(([, value]) => value !== null)),
                clear: scraped.flatMap(([field, value]) => (value === null ? [field] : []))
              }
            ]
          : []),
        ...(changes.length > 0 ? [{ _tag: "item.edited.v1" as const, editVersion, changes }] : []),
        ...(isSourced
          ? [
              {
                _tag: "item.sourced.v1" as const,
                ...{ source: "user" as const, set, clear },
                editVersion: changes.length > 0 ? editVersion + 1 : editVersion
              }
            ]
          : [])
      ]
    }
  }
})

type Chapter = (typeof groupDecider.initial)["chapters"][number]

/** Undoes changes to the cover and chapters of a group. Each chapter is undone separately. */
export const groupUndo = eventUndo<typeof groupDecider.initial, ItemEvent | GroupEvent>({
  target: "item",
  rule: {
    ...groupDecider,
    parts: {
      "group.cover-chosen.v1": () => ["cover"],
      "group.chapters-set.v1": (_event, before, after) =>
        [...new Set([...before.chapters, ...after.chapters].map(({ id }) => id))].map((id) => `chapter/${id}`)
    },
    read: ({ chapters, coverId }, part) => {
      const found = chapters.find(({ id }) => `chapter/${id}` === part)
      return part === "cover" ? coverId : found === undefined ? null : { ...found }
    },
    write: (values, { chapters }) => {
      const changed = [...values].filter(([part]) => fieldOf(part) === "chapter")
      const kept = chapters.filter(({ id }) => !values.has(`chapter/${id}`))
      const restored = changed.flatMap(([, value]) => (value === null ? [] : [value as unknown as Chapter]))
      const cover = values.get("cover")
      return [
        ...(cover === undefined
          ? []
          : [{ _tag: "group.cover-chosen.v1" as const, itemId: cover as string | null }]),
        ...(changed.length === 0
          ? []
          : [{ _tag: "group.chapters-set.v1" as const, chapters: [...kept, ...restored] }])
      ]
    }
  }
})
