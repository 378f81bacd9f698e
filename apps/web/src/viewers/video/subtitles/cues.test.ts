import type { SubtitleCue } from "@media/features/playback/subtitles/contract"
import { expect, it } from "vitest"
import { createApp, h } from "vue"
import { activeCues, lastBegun } from "./activeCues"
import { cueNodes } from "./cueText"

const cue = (start: number, end: number): SubtitleCue => ({ index: 0, start, end, text: `${start}` })
const cues = [cue(1, 100), cue(2, 3), cue(3, 5), cue(3, 4), cue(10, 11)]

it("finds all cues at a time, including overlapping cues", () => {
  const at = (time: number) => activeCues(cues, time).map(({ text }) => text)
  expect(at(0.9)).toEqual([])
  expect(at(1)).toEqual(["1"])
  expect(at(2.5)).toEqual(["1", "2"])
  expect(at(3)).toEqual(["1", "3", "3"])
  expect(at(10.5)).toEqual(["1", "10"])
  expect(at(100)).toEqual([])
  expect([lastBegun(cues, 0), lastBegun(cues, 3), lastBegun([], 3)]).toEqual([-1, 3, -1])
})

const shown = (markup: string): string => {
  const element = document.createElement("div")
  const app = createApp({ render: () => h("p", [...cueNodes(markup)]) })
  app.mount(element)
  return element.innerHTML
}

it("does not render unknown tags as elements", () => {
  expect(shown("<i>a &lt;b&gt;</i> &amp;amp;<v Ann>c</v>")).toContain(
    "<p><i>a &lt;b&gt;</i> &amp;amp;<span>c</span></p>"
  )
  expect(shown("<script>x</script><img src=x onerror=y>z")).toContain("<p>xz</p>")
  expect(shown("<i><b>a</i>b")).toContain("<p><i><b>ab</b></i></p>")
})
