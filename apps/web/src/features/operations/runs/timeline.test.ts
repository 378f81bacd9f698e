import { expect, it } from "vitest"
import { aRun } from "@/live/testing"
import { timelineOf } from "./timeline"
import { lineOf } from "./runText"
import { headlineOf, outcomeOf } from "./outcome"

const at = (ms: number): string => new Date(Date.UTC(2026, 0, 1) + ms).toISOString()
const failure = (attempt: number, startedAt: number, finishedAt: number, message = "torn") => ({
  attempt,
  startedAt: at(startedAt),
  finishedAt: at(finishedAt),
  error: { message }
})
const told = (...input: Parameters<typeof timelineOf>) =>
  timelineOf(...input).map(({ text, word }) => `${word}|${text.replace(/^\d+:\d\d:\d\d(\s[AP]M)? /, "")}`)
const parent = { id: "p", queueLabel: "Library scan", targetLabel: "Films" }

it("shows a job that failed on its first attempt", () => {
  const run = aRun("a", {
    status: "failed",
    isExhausted: true,
    attempts: 1,
    queuedAt: at(0),
    startedAt: at(2_100),
    finishedAt: at(2_191),
    error: { message: "torn", isFinal: true }
  })
  const entries = timelineOf(run, { parent, failedAttempts: [failure(1, 2_100, 2_191)] })
  expect(entries.map(({ word }) => word)).toEqual(["Queued", "Started", "Failed"])
  expect(entries[0]?.text).toContain("by Library scan · Films")
  expect(entries.slice(1).map(({ text }) => text)).toEqual(["after 2.1 s", "after 91 ms"])
  expect(outcomeOf(run, 0)).toBe("Won’t retry: the result would be the same.")
})

it("shows why earlier attempts failed and marks manual retries", () => {
  const run = aRun("a", {
    status: "completed",
    attempts: 3,
    earlierAttempts: 2,
    maxAttempts: 17,
    retries: 1,
    queuedAt: at(0),
    startedAt: at(60_000),
    finishedAt: at(61_500)
  })
  const failedAttempts = [failure(1, 1_000, 1_100, "no disk"), failure(2, 5_000, 5_200)]
  expect(told(run, { parent: null, failedAttempts })).toEqual([
    "Queued|by the server",
    "Attempt 1 failed|after 100 ms · no disk",
    "Started|after 3.9 s",
    "Failed|after 200 ms · torn",
    "Queued again manually|",
    "Started|after 55 s",
    "Completed|1.5 s"
  ])
})

it("shows when a failed job will be retried, or why not", () => {
  const failed = aRun("a", { status: "failed", attempts: 2, error: { message: "busy" } })
  expect(outcomeOf({ ...failed, nextRetryAt: at(12_000) }, Date.parse(at(0)))).toBe(
    "Retries in 12 s (attempt 3 of 15)."
  )
  const over = { ...failed, isExhausted: true }
  expect(outcomeOf({ ...over, attempts: 15 }, 0)).toContain("All 15 attempts failed")
  expect(outcomeOf(over, 0)).toContain("Gave up")
  const final = { ...over, queueName: "media-probe", error: { message: "torn", isFinal: true as const } }
  expect(outcomeOf(final, 0)).toContain("examined again when it changes")
  expect(outcomeOf(aRun("b"), 0)).toBeUndefined()
})

it("shows who canceled the job", () => {
  const canceled = aRun("a", { status: "cancelled", canceledBy: "anna", finishedAt: at(0) })
  expect(headlineOf(canceled)).toBe("Canceled by anna")
  expect(headlineOf({ ...canceled, canceledBy: null })).toBe("Canceled by the server")
  const dropped = { ...canceled, canceledBy: null, error: { message: "The video was not played" } }
  expect([headlineOf(dropped), lineOf(dropped)]).toEqual(Array(2).fill(dropped.error.message))
  const waiting = aRun("w", { nextRetryAt: at(9_000), waitsFor: "Starts when the video is played" })
  expect([outcomeOf(waiting, 0), lineOf(waiting)]).toEqual(Array(2).fill(waiting.waitsFor))
  expect(timelineOf(canceled, undefined).at(-1)?.text).toContain("by anna")
})
