import { flushPromises, type VueWrapper } from "@vue/test-utils"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { itemFixture } from "@/features/items/testing"
import { type Answers, mountPage, refusal, stubApi, user } from "@/lib/mountPage"
import { greetingFor } from "./greeting"
import HomePage from "./HomePage.vue"

const counts = { items: 1, missing: 0, failed: 0, arriving: 0, byKind: { video: 1 }, unready: {} }
const library = {
  id: "l1",
  name: "Archive",
  isNsfw: false,
  contents: ["videos"],
  roots: [],
  counts,
  createdAt: "2026-01-01T00:00:00.000Z"
}
const videoOf = (over: object = {}) => ({
  ...itemFixture,
  kind: "video",
  duration: 6_000,
  width: 1_920,
  height: 1_080,
  playbackFailure: null,
  ...over
})
const row = (items: ReadonlyArray<unknown>) => ({ items, total: items.length })
const homeOf = (over: object = {}) => ({
  "GET /api/home": () => ({
    ...{ continueWatching: row([]), favorites: row([]), nextUp: [], recentlyAdded: [], problems: null },
    ...over
  })
})
const recent = (over: object = {}) => ({
  library: { id: "l1", name: "Archive" },
  kinds: ["video"],
  newEpisodes: [],
  ...row([videoOf()]),
  ...over
})
const librariesOf = (items: ReadonlyArray<unknown>) => ({ "GET /api/libraries": () => row(items) })

describe("the home page", () => {
  let home: VueWrapper
  const open = async (answers: Answers): Promise<void> => {
    stubApi({ ...user("administrator"), ...answers })
    const names = [
      "videos",
      "video",
      "movies",
      "movie",
      "watch",
      "series",
      "series-one",
      "series-season",
      "images",
      "image",
      "image-view",
      "audio",
      "track",
      "books",
      "book",
      "read"
    ]
    home = (await mountPage(HomePage, { names: [...names, "libraries", "setup"] })).page
    await vi.advanceTimersByTimeAsync(400)
    await vi.dynamicImportSettled()
    await flushPromises()
  }
  const headings = () => home.findAll("h2").map((heading) => heading.text())

  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    home.unmount()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it("shows items in progress, new items by kind, and favorites", async () => {
    const begun = videoOf({ userState: { ...itemFixture.userState, position: 3_540 } })
    const photo = { ...itemFixture, id: "i2", kind: "image", duration: null, width: null, height: null }
    await open(
      homeOf({
        continueWatching: row([begun]),
        recentlyAdded: [recent({ kinds: ["video", "image"], ...row([photo, begun]) }), recent()],
        favorites: row([photo, { ...photo, id: "t1", kind: "track" }])
      })
    )
    expect(headings()).toEqual(["Continue", "New videos", "New photos", "Favorite photos"])
    expect(home.text()).toContain("41 min left")
  })

  it("lists new movies before other videos", async () => {
    const movie = videoOf({ id: "m1", title: "Dunes", type: "movie" })
    await open(homeOf({ recentlyAdded: [recent(row([videoOf(), movie]))] }))
    expect(headings()).toEqual(["New movies", "New videos"])
    expect(home.get("[data-main]").attributes("href")).toBe("/movie/m1")
  })

  it("shows new episodes of a series as one card that links to their season", async () => {
    const series = { ...itemFixture, kind: "series", type: null, createdAt: "2020-01-01T00:00:00.000Z" }
    const [wire, fargo] = [
      { ...series, id: "s1", title: "The Wire" },
      { ...series, id: "s2", title: "Fargo" }
    ]
    const added = (seriesId: string, count: number, season: number | null, day: number) => ({
      ...{ seriesId, count, season, addedAt: `2026-01-0${day}T00:00:00.000Z` }
    })
    await open(
      homeOf({
        recentlyAdded: [
          recent({
            kinds: ["series"],
            newEpisodes: [added("s1", 1, null, 1), added("s2", 3, 2, 2)],
            ...row([wire, fargo])
          })
        ]
      })
    )
    expect(headings()).toEqual(["New episodes"])
    const cards = home.findAll("li").map((card) => [card.text(), card.get("[data-main]").attributes("href")])
    expect(cards).toEqual([
      [expect.stringMatching(/Fargo.*3 new episodes/s), "/series-season/s2"],
      [expect.stringMatching(/The Wire.*1 new episode(?!s)/s), "/series-one/s1"]
    ])
  })

  it("names the library if several libraries have new items of the same kind", async () => {
    const other = recent({
      library: { id: "l2", name: "Holidays" },
      ...row([videoOf({ id: "i5" })])
    })
    await open(homeOf({ recentlyAdded: [recent()] }))
    expect(home.text()).not.toContain("Archive")
    await open(homeOf({ recentlyAdded: [recent(), other] }))
    expect(home.text()).toContain("Archive")
    expect(home.text()).toContain("Holidays")
  })

  it("features an item in progress at the top of the page", async () => {
    const picture = { url: "/p", width: 640, height: 360, thumbHash: "" }
    const begun = videoOf({
      title: "Harbour",
      picture,
      userState: { ...itemFixture.userState, position: 3_540 }
    })
    await open(homeOf({ continueWatching: row([begun]), recentlyAdded: [recent()] }))
    const hero = home.get("[data-hero]")
    expect(hero.get("h2").text()).toBe("Harbour")
    expect(hero.text()).toContain("Resume")
  })

  it("shows how much of a book has been read", async () => {
    const userState = { ...itemFixture.userState, position: 12 }
    const book = { ...itemFixture, id: "b1", kind: "book", duration: null, pages: 48, userState }
    await open(homeOf({ continueWatching: row([book]) }))
    expect(headings()).toEqual(["Continue"])
    expect(home.text()).toContain("25% read")
  })

  it("opens a book in progress in the reader", async () => {
    const picture = { url: "/p", width: 400, height: 600, thumbHash: "" }
    const book = { ...itemFixture, id: "b1", kind: "book", duration: null, pages: 48, picture }
    const userState = { ...itemFixture.userState, position: 12 }
    await open(homeOf({ continueWatching: row([{ ...book, userState }]) }))
    const main = () => home.get("[data-hero] a[href]")
    expect([main().text(), main().attributes("href")]).toEqual(["Continue reading", "/read/b1"])
    await open(homeOf({ recentlyAdded: [recent({ kinds: ["book"], ...row([book]) })] }))
    expect([main().text(), main().attributes("href")]).toEqual(["Read", "/read/b1"])
  })

  it("does not load the libraries if the home page has content", async () => {
    await open({
      ...homeOf({ recentlyAdded: [recent()] }),
      "GET /api/libraries": () => expect.unreachable("libraries were asked for")
    })
    expect(headings()).toEqual(["New videos"])
  })

  it("ignores items of kinds that this version does not know", async () => {
    const unknown = { ...videoOf(), id: "i9", kind: "hologram" }
    await open(homeOf({ recentlyAdded: [recent(row([unknown, videoOf()]))] }))
    expect(home.findAll("li")).toHaveLength(1)
  })

  it("shows a retry button if the page could not be loaded", async () => {
    await open({ "GET /api/home": refusal(500) })
    expect(home.text()).toContain("Couldn’t load this page")
    stubApi({ ...user("administrator"), ...homeOf({ recentlyAdded: [recent()] }) })
    await home.get("button").trigger("click")
    await flushPromises()
    expect(headings()).toEqual(["New videos"])
  })

  it("tells the administrator of a new installation to add a library", async () => {
    await open({ ...homeOf(), ...librariesOf([]) })
    expect(home.text()).toContain("No libraries yet")
    expect(home.text()).toContain("Add a library")
  })

  it("shows that files are being processed while no item is ready yet", async () => {
    const filling = { ...library, counts: { ...counts, arriving: 1 } }
    await open({ ...homeOf(), ...librariesOf([filling]) })
    expect(home.text()).toContain("Your files are being processed")
  })
})

it("greets the user according to the time of day", () => {
  expect([3, 9, 15, 21].map((hour) => greetingFor("Ada", hour))).toEqual([
    "Hello, Ada",
    "Good morning, Ada",
    "Good afternoon, Ada",
    "Good evening, Ada"
  ])
  expect(greetingFor(undefined, 21)).toBe("Good evening")
})
