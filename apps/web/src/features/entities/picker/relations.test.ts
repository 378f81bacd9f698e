import { expect, it } from "vitest"
import { itemFixture } from "@/features/items/testing"
import { relationPatch, relationsOf } from "./relations"

const ingrid = {
  id: "p1",
  name: "Ingrid",
  disambiguation: null,
  picture: null,
  as: null,
  role: null,
  character: "Ilsa"
}
const before = relationsOf({
  ...itemFixture,
  performers: [ingrid],
  tags: [{ id: "t1", name: "Noir", picture: null }]
})

it("does not send unchanged relations", () => {
  expect(relationPatch(before, before)).toEqual({})
  expect(relationPatch(before, { ...before, performers: [...before.performers] })).toEqual({})
})

it("sends existing entities by id and new ones by name", () => {
  const now = {
    performers: [
      { ...before.performers[0]!, as: " " },
      { name: "Humphrey", character: "Rick" }
    ],
    studio: [{ name: "Warner" }],
    tags: [],
    authors: []
  }
  expect(relationPatch(before, now)).toEqual({
    performers: [
      { name: "p1", character: "Ilsa" },
      { name: "Humphrey", character: "Rick" }
    ],
    studio: "Warner",
    tags: []
  })
})

it("keeps the roles of a book's authors, and sends each role separately", () => {
  const authors = (["author", "artist"] as const).map((role) => ({ id: "a1", name: "Satrapi", role }))
  const book = relationsOf({ ...itemFixture, authors })
  expect(book.authors).toEqual([{ id: "a1", name: "Satrapi", roles: ["author", "artist"] }])
  expect(relationPatch(book, { ...book, authors: [{ name: "Spiegelman" }, ...book.authors] })).toEqual({
    authors: [
      { name: "Spiegelman", role: "author" },
      { name: "a1", role: "author" },
      { name: "a1", role: "artist" }
    ]
  })
})
