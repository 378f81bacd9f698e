import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { pictureDecider, type PictureCommand } from "./decider.ts"

type Event = Parameters<typeof pictureDecider.evolve>[1]
const registered = {
  _tag: "item.registered.v1",
  kind: "video",
  libraryId: "l",
  rootId: "r",
  title: "A",
  path: "a.mp4",
  pathBytes: "",
  size: 5,
  mtimeMs: 6
} as Event
const made = { size: 5, mtimeMs: 6, version: "one", width: 640, height: 360, thumbHash: "h" }
const frame = { from: "frame", seconds: 3 } as const
const own = { from: "upload", digest: "d" } as const

const decide = (history: ReadonlyArray<Event>, command: PictureCommand) =>
  Either.map(
    pictureDecider.decide(
      command,
      [registered, ...history].reduce(pictureDecider.evolve, pictureDecider.initial)
    ),
    (events) => events.map(({ _tag }) => _tag)
  )
const recordOf = (
  over: Partial<typeof made> = {},
  choice: Extract<PictureCommand, { choice: unknown }>["choice"] | null = null
) => ({ _tag: "RecordPicture", made: { ...made, ...over }, choice }) as PictureCommand

describe("recording a generated picture", () => {
  it("records the same picture only once", () => {
    expect(decide([], recordOf())).toEqual(Either.right(["picture.made.v1"]))
    expect(decide([{ _tag: "picture.made.v1", ...made }], recordOf())).toEqual(Either.right([]))
    expect(decide([{ _tag: "picture.made.v1", ...made }], recordOf({ version: "two" }))).toEqual(
      Either.right(["picture.made.v1"])
    )
  })

  it("discards a generated picture if the file changed or a user chose another picture", () => {
    expect(Either.isLeft(decide([], recordOf({ size: 7 })))).toBe(true)
    expect(decide([{ _tag: "picture.chosen.v1", choice: own }], recordOf())).toEqual(Either.right([]))
    expect(decide([{ _tag: "picture.chosen.v1", choice: frame }], recordOf({}, { ...frame }))).toEqual(
      Either.right(["picture.made.v1"])
    )
  })

  it("records the same failure only once until the file changes", () => {
    const failure = { _tag: "RecordFailure", size: 5, mtimeMs: 6, reason: "no", choice: null } as const
    expect(decide([], failure)).toEqual(Either.right(["picture.failed.v1"]))
    expect(decide([{ ...failure, _tag: "picture.failed.v1" }], failure)).toEqual(Either.right([]))
  })

  it("ignores a failure of the automatic picture after an upload", () => {
    const failure = { _tag: "RecordFailure", size: 5, mtimeMs: 6, reason: "no", choice: null } as const
    const given: ReadonlyArray<Event> = [
      { _tag: "picture.chosen.v1", choice: own },
      { _tag: "picture.made.v1", ...made }
    ]
    expect(decide(given, failure)).toEqual(Either.right([]))
    expect(decide(given, { ...failure, choice: own })).toEqual(Either.right(["picture.failed.v1"]))
  })
})

describe("choosing a picture", () => {
  it("records the same choice only once, together with its picture", () => {
    const command = { _tag: "Choose", choice: own, made } as const
    expect(decide([], command)).toEqual(Either.right(["picture.chosen.v1", "picture.made.v1"]))
    expect(
      decide(
        [
          { _tag: "picture.chosen.v1", choice: own },
          { _tag: "picture.made.v1", ...made }
        ],
        command
      )
    ).toEqual(Either.right([]))
  })

  it("resets a choice only if there is one", () => {
    expect(decide([], { _tag: "Reset" })).toEqual(Either.right([]))
    expect(decide([{ _tag: "picture.chosen.v1", choice: frame }], { _tag: "Reset" })).toEqual(
      Either.right(["picture.reset.v1"])
    )
  })
})
