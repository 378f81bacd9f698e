import { expect, it } from "vitest"
import { childrenIn, matchChildren, numbersIn, type OwnChild } from "./children.ts"

const scraped = (fields: Record<string, string>, relations = {}) => ({ fields, urls: [], relations })
const file = (id: string, season: number, episode: number, episodeEnd: number | null = null): OwnChild => ({
  ...{ id, kind: "video", season, episode, episodeEnd }
})

it("parses episode numbers in several formats", () => {
  expect(numbersIn("5")).toEqual({ season: null, episode: 5, episodeEnd: null })
  expect(numbersIn("5-6")).toEqual({ season: null, episode: 5, episodeEnd: 6 })
  expect(numbersIn("S02E05-E06")).toEqual({ season: 2, episode: 5, episodeEnd: 6 })
  expect(numbersIn("2x05")).toEqual({ season: 2, episode: 5, episodeEnd: null })
  expect(numbersIn("pilot")).toEqual({ season: null, episode: null, episodeEnd: null })
})

it("matches episodes by number and returns the episodes that have no file", () => {
  const named = childrenIn(
    scraped(
      {},
      {
        Seasons: [scraped({ Number: "1", Name: "First" })],
        Episodes: [
          scraped({ Season: "1", Number: "3", Title: "Third" }),
          scraped({ Season: "1", Number: "1", Title: "One", Details: "a" }),
          scraped({ Season: "1", Number: "2", Title: "Two", Details: "b" }),
          scraped({ Season: "2", Number: "1", Title: "Later" }),
          scraped({ Season: "1", Title: "No number" })
        ]
      }
    )
  )
  const own: ReadonlyArray<OwnChild> = [
    { id: "s1", kind: "season", season: 1, episode: null, episodeEnd: null },
    file("double", 1, 1, 2),
    file("third", 1, 3),
    file("fourth", 1, 4)
  ]
  const { matched, missing } = matchChildren(named, own)
  expect(
    matched.map(({ own: { id }, scraped: { fields } }) => [id, fields["Title"] ?? fields["Name"]])
  ).toEqual([
    ["s1", "First"],
    ["double", "One / Two"],
    ["third", "Third"]
  ])
  expect(matched[1]!.scraped.fields["Details"]).toBe("a\n\nb")
  expect(missing).toEqual([{ season: 2, episode: 1, title: "Later" }])
})

it("matches a result for two episodes only with a file that contains both", () => {
  const named = childrenIn(
    scraped({}, { Episodes: [scraped({ Season: "1", Number: "1-2", Title: "Both" })] })
  )
  expect(matchChildren(named, [file("one", 1, 1), file("two", 1, 2)]).matched).toEqual([])
  expect(matchChildren(named, [file("both", 1, 1, 2)]).matched).toHaveLength(1)
})

it("assumes the only season of a series if the source provides no season number", () => {
  const named = childrenIn(scraped({}, { Scenes: [scraped({ Number: "2", Title: "Two" })] }))
  expect(matchChildren(named, [file("two", 3, 2)]).matched).toHaveLength(1)
  expect(matchChildren(named, [file("two", 3, 2), file("other", 4, 2)]).matched).toEqual([])
})
