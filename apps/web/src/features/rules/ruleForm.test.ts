import { expect, it } from "vitest"
import type { Rule } from "./queries"
import { actionsOf, conditionOf, formOf } from "./ruleForm"

const rule: Rule = {
  ...{ id: "r1", name: "Trips", kind: "video", libraryIds: ["l1"], text: "Norway", isEnabled: true },
  actions: { addTags: ["Trip"], studio: "Home", isFavorite: true, jobs: ["previews"] },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" }
}

it("keeps all actions when a rule is saved without changes", () => {
  const form = formOf(rule, "image")
  expect(actionsOf(form)).toEqual(rule.actions)
  expect(conditionOf(form)).toEqual({ kind: "video", libraryIds: ["l1"], text: "Norway" })
})

it("applies a new rule to all libraries and gives it no actions", () => {
  const form = formOf(undefined, "image")
  expect(actionsOf(form)).toBeUndefined()
  expect(conditionOf(form)).toEqual({ kind: "image", libraryIds: null, text: "" })
})
