import { describe, expect, it } from "vitest"
import { effectScope, nextTick, shallowRef } from "vue"
import { useStreamWarnings } from "./useStreamWarnings"

describe("what a stream lacks", () => {
  it("is said once, when the picture is there, and again only what is new", async () => {
    const warnings = shallowRef<ReadonlyArray<string>>([])
    const isShown = shallowRef(false)
    const said: string[] = []
    const scope = effectScope()
    scope.run(() =>
      useStreamWarnings(
        () => warnings.value,
        () => isShown.value,
        (text) => said.push(text)
      )
    )
    warnings.value = ["The sound cannot be decoded"]
    await nextTick()
    expect(said).toEqual([])
    isShown.value = true
    await nextTick()
    expect(said).toEqual(["The sound cannot be decoded"])
    isShown.value = false
    await nextTick()
    isShown.value = true
    warnings.value = ["The sound cannot be decoded"]
    await nextTick()
    expect(said).toHaveLength(1)
    warnings.value = ["The sound cannot be decoded", "The cache cannot hold it"]
    await nextTick()
    expect(said.slice(1)).toEqual(["The cache cannot hold it"])
    scope.stop()
  })
})
