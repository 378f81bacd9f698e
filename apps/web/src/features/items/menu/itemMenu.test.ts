// @vitest-environment node
import { describe, expect, it } from "vitest"
import type { ItemSummary } from "../definition"
import { runtime, timeLeft } from "../state/runtime"
import { itemFixture } from "../testing"
import { itemMenu } from "./itemMenu"

const played = { playTo: () => ({ name: "watch" }) }
const ids = (
  over: Partial<ItemSummary["userState"]>,
  context: Partial<Parameters<typeof itemMenu>[1]> = {},
  status: ItemSummary["status"] = "ready"
) =>
  itemMenu(
    { ...itemFixture, status, userState: { ...itemFixture.userState, ...over } },
    { definition: played, isAdmin: false, isContinued: false, ...context }
  ).map(({ id }) => id)

describe("the menu of a card", () => {
  it("offers the actions of the item, and editing only to administrators", () => {
    expect(ids({})).toEqual(["favorite", "watch", "rate", "collect", "library"])
    expect(ids({}, { isAdmin: true })).toEqual([
      "favorite",
      "watch",
      "rate",
      "collect",
      "edit",
      "library",
      "remove"
    ])
  })

  it("begins a selection where its card cannot be pointed at", () => {
    expect(ids({}, { isSelectable: true })[0]).toBe("select")
  })

  it("starts an item in progress over, and removes it from Continue", () => {
    expect(ids({ position: 60 }, { isContinued: true })).toEqual([
      "start",
      "favorite",
      "watch",
      "rate",
      "collect",
      "forget",
      "library"
    ])
  })

  it("links to the groups and artists of an item", () => {
    const links = [{ label: "Go to album", icon: {}, to: "/albums/1" }]
    expect(ids({}, { definition: { listen: () => undefined }, links }).slice(0, 5)).toEqual([
      "play",
      "next",
      "last",
      "link-0",
      "favorite"
    ])
  })

  it("offers no playback for unplayable items", () => {
    expect(ids({ position: 60 }, { definition: {} })).toEqual(["favorite", "rate", "collect", "library"])
    expect(ids({ position: 60 }, {}, "failed")).toEqual(["favorite", "rate", "collect", "library"])
  })
})

it("formats durations as people say them", () => {
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
