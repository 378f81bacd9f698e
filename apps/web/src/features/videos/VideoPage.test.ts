import type { Video } from "@media/features/media/videos/contract"
import { flushPromises, type VueWrapper } from "@vue/test-utils"
import { afterEach, describe, expect, it, vi } from "vitest"
import { itemFixture } from "@/features/items/testing"
import { mountPage, stubApi, user } from "@/lib/mountPage"
import VideoPage from "./VideoPage.vue"

const stream = { title: null, language: null, width: null, height: null, sampleRate: 48_000, isDefault: true }
const video: Video = {
  ...itemFixture,
  id: "v1",
  kind: "video",
  type: "video",
  title: "Sintel",
  date: "2010-09-30",
  size: 193_986_560,
  duration: 888,
  width: 1920,
  height: 1080,
  container: "mp4",
  videoCodec: "h264",
  audioCodec: "aac",
  playbackFailure: null,
  originalTitle: null,
  set: null,
  countries: [],
  seriesStatus: null,
  workParts: null,
  work: { id: "v1", type: "video", seriesId: null, preferredId: "v1", versions: [] },
  tagline: null,
  contentRating: null,
  communityRating: null,
  runtimeMinutes: null,
  code: null,
  urls: [],
  performers: [],
  studio: null,
  tags: [],
  trickplay: null,
  clip: null,
  trickplayFailure: null,
  clipFailure: null,
  frameRate: 24,
  bitRate: 1_800_000,
  streams: [
    { ...stream, index: 0, kind: "video", codec: "h264", channels: null },
    { ...stream, index: 1, kind: "audio", codec: "aac", channels: 2 }
  ],
  subtitles: [],
  chapters: [
    { start: 0, end: 60, title: "The search" },
    { start: 60, end: 888, title: "The cave" }
  ],
  playback: {
    directUrl: "/d",
    hlsUrl: "/h",
    trickplayUrl: null,
    directPlayable: { container: "mp4", video: "h264", audio: "aac", mimeType: null }
  }
}

describe("a video page", () => {
  let page: VueWrapper
  const open = async (over: Partial<Video> = {}, role: "administrator" | "member" = "member", at = "/") => {
    stubApi({
      ...user(role),
      "GET /api/libraries": () => ({ items: [], total: 0, page: 1, perPage: 100 }),
      "GET /api/videos/v1": () => ({ ...video, ...over }),
      "GET /api/videos/v1/markers": () => [
        {
          id: "m1",
          videoId: "v1",
          title: "The duel",
          start: 75,
          end: 80,
          tags: [],
          createdAt: video.createdAt
        },
        {
          id: "m2",
          videoId: "v1",
          title: "The search",
          start: 0,
          end: 60,
          tags: [],
          createdAt: video.createdAt
        }
      ]
    })
    const names = ["videos", "video", "watch", "operations", "run"]
    page = (await mountPage(VideoPage, { at, names, props: { id: "v1" } })).page
    await vi.dynamicImportSettled()
    await flushPromises()
  }
  afterEach(() => {
    page.unmount()
    vi.unstubAllGlobals()
  })
  const links = () => page.findAll("a").map((link) => [link.text(), link.attributes("href")])

  it("shows the year, duration, resolution and codecs at the top of the page", async () => {
    await open()
    expect(links()).toContainEqual(["Play", "/watch/v1"])
    for (const fact of ["2010", "15 min", "1080p", "H.264", "AAC stereo"])
      expect(page.get("[data-hero]").text()).toContain(fact)
  })

  it("offers to resume playback or start over", async () => {
    await open({ userState: { ...video.userState, position: 302 } })
    expect(links()).toContainEqual(["Resume at 5:02", "/watch/v1"])
    expect(links()).toContainEqual(["From the beginning", "/watch/v1?t=0"])
    expect(page.get("[data-hero] .h-full[style]").attributes("style")).toContain("34.0")
  })

  it("includes the list that the user came from in the links to the player", async () => {
    history.replaceState({ back: "/videos?sort=title", at: 3 }, "")
    await open({ userState: { ...video.userState, position: 302 } })
    history.replaceState(null, "")
    const list = "list=sort=title&at=3"
    expect(links()).toContainEqual(["Resume at 5:02", `/watch/v1?${list}`])
    expect(links()).toContainEqual(["From the beginning", `/watch/v1?t=0&${list}`])
  })

  it("links each chapter and marker to its start time", async () => {
    await open()
    const starts = links().filter(([, to]) => to?.includes("?t="))
    expect(starts).toEqual([
      ["The search0:00 – 1:00", "/watch/v1?t=0"],
      ["The cave1:00 · Chapter", "/watch/v1?t=60"],
      ["The duel1:15 – 1:20", "/watch/v1?t=75"]
    ])
    expect(page.findAll("button").map((one) => one.attributes("aria-label"))).not.toContain("Edit The duel")
  })

  it("shows the properties of the file on the tab with technical details", async () => {
    await open()
    expect(page.find("details").exists()).toBe(false)
    page.unmount()
    await open({}, "member", "/?tab=file")
    expect(page.text()).toContain("185 MB")
    expect(page.get("details").attributes("open")).toBeUndefined()
    expect(page.get("details").text()).toContain("H.264")
  })

  it("lets an administrator edit markers and convert a chapter to a marker", async () => {
    await open({}, "administrator")
    const labels = page.findAll("button").map((one) => one.attributes("aria-label") ?? one.text())
    for (const label of ["Add marker", "Edit The duel", "Keep The cave as a marker"])
      expect(labels).toContain(label)
    expect(labels).not.toContain("Keep The search as a marker")
  })

  it("shows why a video is unusable, with a retry button instead of the picture", async () => {
    await open({ status: "failed", failure: "This is a picture, not a video" }, "administrator")
    expect(page.get("[role=alert] p").text()).toBe("This is a picture, not a video")
    expect(page.findAll("button").map((one) => one.text())).toContain("Try again")
    expect(links().map(([, to]) => to)).not.toContain("/watch/v1")
    expect(page.find("fieldset").exists()).toBe(false)
  })

  it("offers to examine a video whose first examination was canceled", async () => {
    const failure = "Not examined yet: its job was canceled"
    await open({ status: "failed", isFailurePassing: true, failure }, "administrator")
    expect(page.get("[role=alert] p").text()).toBe("Not examined yet")
    expect(page.findAll("button").map((one) => one.text())).toContain("Examine now")
  })

  it("shows that a conversion failed but still offers the original file", async () => {
    await open({ playbackFailure: "No frame could be decoded." })
    expect(page.text()).toContain("No frame could be decoded. The original file may still play.")
    expect(links()).toContainEqual(["Play", "/watch/v1"])
  })
})
