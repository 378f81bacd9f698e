import type { Video } from "@media/features/media/videos/contract"
import { mount, RouterLinkStub } from "@vue/test-utils"
import { describe, expect, it, vi } from "vitest"
import VideoProblem from "./VideoProblem.vue"

const examine = vi.fn()
const visitor = vi.hoisted(() => ({ isAdmin: true }))
vi.mock("./examine", () => ({
  useExamineNow: (id: () => string) => ({ busy: false, examine: () => examine(id()) })
}))
vi.mock("@/features/accounts/queries", () => ({ useMe: () => ({ isAdmin: visitor.isAdmin }) }))

const show = (video: Partial<Video>, isAdmin = true) => {
  visitor.isAdmin = isAdmin
  return mount(VideoProblem, {
    props: {
      video: { id: "v", failure: null, isFailurePassing: false, playbackFailure: null, ...video } as Video
    },
    global: { stubs: { RouterLink: RouterLinkStub } }
  })
}

describe("the problem of a video", () => {
  it("offers to examine a video whose first examination was canceled", async () => {
    const page = show({
      status: "failed",
      failure: "Not examined yet: its job was canceled",
      isFailurePassing: true
    })
    expect(page.text()).toContain("Not examined yet")
    await page.get("button").trigger("click")
    expect(page.get("button").text()).toBe("Examine now")
    expect(examine).toHaveBeenCalledWith("v")
  })

  it("shows why a damaged file could not be examined and offers to try again", () => {
    const page = show({ status: "failed", failure: "The file is empty" })
    expect(page.text()).toContain("The file is empty")
    expect(page.get("button").text()).toBe("Try again")
  })

  it("shows a permanently failed conversion without a retry button", () => {
    const page = show({ status: "ready", playbackFailure: "No frame could be decoded" })
    expect(page.text()).toContain("Cannot be converted")
    expect(page.text()).toContain("No frame could be decoded. The original file may still play.")
    expect(page.find("button").exists()).toBe(false)
  })

  it("shows members the reason without the actions for administrators", () => {
    const page = show({ status: "failed", failure: "The file is empty" }, false)
    expect(page.text()).toContain("The file is empty")
    expect(page.find("button").exists()).toBe(false)
    expect(page.text()).not.toContain("View jobs")
  })
})
