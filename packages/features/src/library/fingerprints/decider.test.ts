import * as Either from "effect/Either"
import { expect, it } from "vitest"
import { type FingerprintCommand, fingerprintDecider } from "./decider.ts"

type Event = Parameters<typeof fingerprintDecider.evolve>[1]
const registered = { _tag: "item.registered.v1", kind: "video", size: 5, mtimeMs: 6 } as Event
const hashes = { size: 5, mtimeMs: 6, md5: "m", oshash: "o" }
const look = { size: 5, mtimeMs: 6, phash: "p", reason: null }

const decide = (history: ReadonlyArray<Event>, command: FingerprintCommand) =>
  Either.map(
    fingerprintDecider.decide(command, history.reduce(fingerprintDecider.evolve, fingerprintDecider.initial)),
    (events) => events.map(({ _tag }) => _tag)
  )

it("records identical hashes of a file only once", () => {
  const record = { _tag: "RecordFingerprint", ...hashes } as const
  expect(decide([registered], record)).toEqual(Either.right(["item.fingerprinted.v1"]))
  expect(decide([registered, { ...hashes, _tag: "item.fingerprinted.v1" }], record)).toEqual(Either.right([]))
  const other = { ...record, md5: "n" }
  expect(decide([registered, { ...hashes, _tag: "item.fingerprinted.v1" }], other)).toEqual(
    Either.right(["item.fingerprinted.v1"])
  )
})

it("records the perceptual hash, or the reason if the content has none", () => {
  const known: ReadonlyArray<Event> = [registered, { ...look, _tag: "item.phashed.v1" }]
  expect(decide([registered], { _tag: "RecordPhash", ...look })).toEqual(Either.right(["item.phashed.v1"]))
  expect(decide(known, { _tag: "RecordPhash", ...look })).toEqual(Either.right([]))
  expect(decide(known, { _tag: "RecordPhash", ...look, phash: null, reason: "short" })).toEqual(
    Either.right(["item.phashed.v1"])
  )
})

it("does not record hashes of outdated content", () => {
  const changed = { _tag: "item.file-changed.v1", kind: "video", size: 7, mtimeMs: 6 } as Event
  const record = { _tag: "RecordFingerprint", ...hashes } as const
  expect(Either.isLeft(decide([registered, changed], record))).toBe(true)
  expect(Either.isLeft(decide([], record))).toBe(true)
  const again = { ...record, size: 7 }
  expect(decide([registered, { ...hashes, _tag: "item.fingerprinted.v1" }, changed], again)).toEqual(
    Either.right(["item.fingerprinted.v1"])
  )
})
