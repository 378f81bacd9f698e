import { describe, expect, it } from "vitest"
import type { ItemSummary } from "../definition"
import { runtime, timeLeft } from "../state/runtime"
import { itemFixture } from "../testing"
import { itemMenu } from "./itemMenu"

const kind = "video" as const
const played = { kind, playTo: () => ({ name: "watch" }) }
const ids = (
  over: Partial<ItemSummary["userState"]>,
  context: Partial<Parameters<typeof itemMenu>[1]> = {},
  status: ItemSummary["status"] = "ready"
) =>
  itemMenu(
    // The items that lists return have no path.
    { ...itemFixture, ...{ path: undefined }, status, userState: { ...itemFixture.userState, ...over } },
    { definition: played, isAdmin: false, isContinued: false, ...context }
  ).map(({ id }) => id)

describe("the card menu", () => {
  it("offers editing only to administrators", () => {
    expect(ids({})).toEqual(["favorite", "watch", "rate", "collect", "library", "link"])
    expect(ids({}, { isAdmin: true })).toEqual([
      "favorite",
      "watch",
      "rate",
      "collect",
      "edit",
      "library",
      "link",
      "remove"
    ])
  })

  it("offers to start a selection on devices that cannot hover", () => {
    expect(ids({}, { isSelectable: true })[0]).toBe("select")
  })

  it("offers to restart an item in progress", () => {
    expect(ids({ position: 60 }, { isContinued: true })).toEqual([
      "start",
      "favorite",
      "watch",
      "rate",
      "collect",
      "forget",
      "library",
      "link"
    ])
  })

  it("links to the groups and artists of an item", () => {
    const links = [{ label: "Go to album", icon: {}, to: "/albums/1" }]
    expect(ids({}, { definition: { kind, listen: () => undefined }, links }).slice(0, 5)).toEqual([
      "play",
      "next",
      "last",
      "link-0",
      "favorite"
    ])
  })

  it("offers no playback for unplayable items", () => {
    expect(ids({ position: 60 }, { definition: { kind } })).toEqual([
      "favorite",
      "rate",
      "collect",
      "library",
      "link"
    ])
    expect(ids({ position: 60 }, {}, "failed")).toEqual(["favorite", "rate", "collect", "library", "link"])
  })
})

it("formats durations in short form", () => {
  expect([45, 130, 840, 3_600, 6_730, 7_199].map(runtime)).toEqual([
    "45 s",
    "2 min",
    "14 min",
    "1 h",
    "1 h 52",
    "2 h"
  ])
  expect(timeLeft(6_000, 3_540)).toBe("41 min left")
})
