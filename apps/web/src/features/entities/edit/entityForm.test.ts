import { expect, it } from "vitest"
import { entityFixture } from "../testing"
import { draftOf, factsOfDraft } from "./entityForm"

const ingrid = {
  ...entityFixture,
  urls: ["https://example.com/ingrid"],
  heightCm: 175,
  externalIds: { imdb: "nm0000006" },
  customFields: { shoe: 39, note: "tall" }
}

it("sends only the fields that the user changed", () => {
  const draft = draftOf("performer", ingrid)
  expect(factsOfDraft("performer", draft, ingrid)).toEqual({})
  expect(
    factsOfDraft("performer", { ...draft, heightCm: "", country: "se", details: " An actor. " }, ingrid)
  ).toEqual({ heightCm: null, country: "SE", details: "An actor." })
})

it("sends numeric custom fields as numbers", () => {
  const draft = draftOf("performer", ingrid)
  const pairs = [
    ["shoe", "40"],
    ["note", ""],
    ["eyes", "2 blue"]
  ] as const
  expect(factsOfDraft("performer", { ...draft, customFields: pairs }, ingrid)).toEqual({
    customFields: { shoe: 40, eyes: "2 blue" }
  })
})

it("reads one URL per line", () => {
  const draft = draftOf("studio", undefined)
  expect(
    factsOfDraft("studio", { ...draft, urls: " https://a.example \n\nhttps://b.example" }, undefined)
  ).toEqual({ urls: ["https://a.example", "https://b.example"] })
})
