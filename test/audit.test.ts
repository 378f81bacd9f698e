import { kindOf } from "@media/features/app/audit/kinds"
import { registry } from "@media/features/generated/slices"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const sentences = fileURLToPath(new URL("../apps/web/src/features/audit/sentences.ts", import.meta.url))

it("every event that the audit shows is of a kind and reads as a sentence", async () => {
  const text = await readFile(sentences, "utf8")
  const shown = registry.tags.filter((tag) => kindOf(tag) !== undefined)
  expect(shown.filter((tag) => !text.includes(`"${tag}":`))).toEqual([])
  expect(shown.filter((tag) => kindOf(tag) === "other")).toEqual([])
})
