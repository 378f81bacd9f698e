import { fieldOf } from "@media/event-store/Undo"
import { eventUndo } from "../../EventUndo.ts"
import { editableFields, type EditableField, itemDecider } from "./decider.ts"
import type { ItemEdited, ItemEvent } from "./events.ts"
import { groupDecider } from "./groupDecider.ts"
import type { GroupEvent } from "./groupEvents.ts"

type Change = (typeof ItemEdited.Type)["changes"][number]

/** The fields that people edit. */
export const itemUndo = eventUndo<typeof itemDecider.initial, ItemEvent>({
  target: "item",
  rule: {
    ...itemDecider,
    parts: { "item.edited.v1": ({ changes }) => changes.map(({ field }) => field) },
    read: ({ fields }, part) => fields[part as EditableField] ?? null,
    write: (values, state) => [
      {
        _tag: "item.edited.v1",
        editVersion: state.editVersion + 1,
        changes: editableFields.flatMap((field): ReadonlyArray<Change> =>
          values.has(field)
            ? [{ field, from: state.fields[field], to: values.get(field) as Change["to"] }]
            : []
        )
      }
    ]
  }
})

type Chapter = (typeof groupDecider.initial)["chapters"][number]

/** The cover and the chapters of groups. */
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
