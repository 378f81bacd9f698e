import type { Video } from "@media/features/media/videos/contract"
import { mount } from "@vue/test-utils"
import { describe, expect, it, vi } from "vitest"
import PlayerFault from "./PlayerFault.vue"
import PlayerResumed from "./PlayerResumed.vue"
import PlayerUpNext from "./PlayerUpNext.vue"

const visitor = vi.hoisted(() => ({ isAdmin: true }))
vi.mock("@/features/accounts/queries", () => ({ useMe: () => ({ isAdmin: { value: visitor.isAdmin } }) }))
const copied = vi.hoisted(() => vi.fn((_text: string) => Promise.resolve(true)))
vi.mock("@/lib/copyText", () => ({ copyText: copied }))

const show = (props: Partial<InstanceType<typeof PlayerFault>["$props"]> = {}) =>
  mount(PlayerFault, {
    props: {
      video: { id: "v1", title: "The Sea", path: "trips/sea.mp4", container: "mp4" } as Video,
      fault: { kind: "refused", message: "It failed." },
      reason: "No frame could be decoded.",
      mode: "Auto, 720p",
      canPlayOriginal: true,
      isOriginalRefused: false,
      ...props
    }
  })
const labels = (card: ReturnType<typeof show>) => card.findAll("button").map((button) => button.text())

describe("a video that does not play", () => {
  it("shows why the file does not play, with the available actions", async () => {
    const card = show()
    expect(card.text()).toContain("trips/sea.mp4")
    expect(card.text()).toContain("No frame could be decoded.")
    expect(card.text()).toContain("the file is probably damaged")
    expect(labels(card)).toEqual(["Try again", "Play original file", "Back", "Copy details"])
    for (const button of card.findAll("button").slice(0, 3)) await button.trigger("click")
    expect(Object.keys(card.emitted())).toEqual(expect.arrayContaining(["retry", "direct", "leave"]))
    await card.findAll("button")[3]!.trigger("click")
    expect(copied.mock.calls[0]![0]).toMatch(/file: trips\/sea\.mp4[^]*reason: refused, No frame/)
  })

  it("does not offer the original file if the browser cannot play it", () => {
    const card = show({ canPlayOriginal: false, isOriginalRefused: true })
    expect(labels(card)).not.toContain("Play original file")
    expect(card.text()).toContain("cannot play the original file either. Try again.")
  })

  it("advises members to ask an administrator, unless the connection was lost", () => {
    visitor.isAdmin = false
    expect(show().text()).toContain("ask an administrator")
    const lost = show({ fault: { kind: "network", message: "" }, isOriginalRefused: true })
    expect(lost.text()).toContain("Check the server and your connection")
    expect(lost.text()).not.toContain("either")
  })
})

describe("overlays on the video", () => {
  it("shows where playback resumed and offers to start over", async () => {
    const notice = mount(PlayerResumed, { props: { seconds: 153 } })
    expect(notice.text()).toBe("Resumed at 2:33From the beginning")
    await notice.findAll("button")[0]!.trigger("click")
    await notice.get("[aria-label=Dismiss]").trigger("click")
    expect(Object.keys(notice.emitted())).toEqual(expect.arrayContaining(["restart", "dismiss"]))
  })

  it("shows the next video with and without a countdown", async () => {
    const next = { id: "v2", title: "The Shore", status: "ready", duration: 65, picture: null } as const
    const card = mount(PlayerUpNext, { props: { next, seconds: undefined } })
    expect(card.text()).toMatch(/^Up nextThe Shore1:05/)
    await card.setProps({ seconds: 7 })
    expect(card.text()).toContain("Up next in 7 s")
  })
})
