import { describe, expect, it } from "vitest"
import { attemptsLine, attemptsShort } from "./runs/attempts"
import { bulkWords } from "./bulk/bulkWords"
import { nothingShown } from "./runs/runStatus"

const run = {
  attempts: 1,
  maxAttempts: 15,
  earlierAttempts: 0,
  status: "failed",
  isExhausted: false,
  nextRetryAt: "2026-01-01T00:00:00.000Z"
} as const

describe("the attempts of a job", () => {
  it("shows the maximum number of attempts only while the job may be retried", () => {
    expect([attemptsShort(run), attemptsLine(run)]).toEqual(["1/15", "1 of at most 15"])
    const final = { ...run, isExhausted: true, nextRetryAt: null }
    expect([attemptsShort(final), attemptsLine(final)]).toEqual([
      "Gave up",
      "1. The worker gave up and will not retry the job"
    ])
    expect(attemptsShort({ ...run, status: "completed" })).toBe("1")
  })

  it("counts the attempts before a manual retry separately", () => {
    const retried = { ...run, attempts: 2, maxAttempts: 16, earlierAttempts: 1 }
    expect([attemptsShort(retried), attemptsLine(retried)]).toEqual([
      "1/15",
      "1 of at most 15, 1 before a manual retry"
    ])
  })
})

describe("bulk actions on jobs", () => {
  it("states how many jobs a bulk action affects", () => {
    expect(bulkWords.entry("retry", "these", 1)).toBe("Retry these 1")
    expect(bulkWords.entry("cancel", "these", 37)).toBe("Cancel these 37")
    expect(bulkWords.entry("cancel", "these", undefined)).toBe("Cancel these …")
    expect(bulkWords.entry("cancel", "all", 3_000)).toBe("Cancel all 3,000 unfinished jobs in all queues")
  })

  it("shows the number of jobs on the confirmation button", () => {
    expect(bulkWords.question("cancel", 37)).toMatchObject({
      title: "Cancel 37 jobs?",
      confirm: "Cancel 37 jobs"
    })
    expect(bulkWords.question("retry", 1).confirm).toBe("Retry 1 job")
    expect(bulkWords.done("clear", 2)).toBe("2 jobs cleared")
  })
})

it("distinguishes an empty tab from a search without matches", () => {
  expect(nothingShown({ status: "queued" }).title).toBe("Nothing is queued")
  expect(nothingShown({ status: "queued", q: "blade" }).title).toBe("Nothing matches")
})
