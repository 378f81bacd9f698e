import { uuidv7 } from "@media/kernel/Ids"
import type { Step, World } from "./World.ts"

/**
 * Returns steps that create a request, answer an earlier request (possibly again), or withdraw a request, possibly a
 * second time.
 */
export const requestSteps = ({ accounts, appendTo, random, videos }: World): ReadonlyArray<Step> => {
  const made: Array<{ readonly stream: string; readonly requestId: string; readonly accountId: string }> = []
  const make = () => {
    const request = { stream: uuidv7(), requestId: uuidv7(), accountId: random.oneOf(accounts) }
    made.push(request)
    const { stream, ...of } = request
    const wish = {
      title: `Dunes ${random.below(9)}`,
      link: random.oneOf([null, "https://example.org"]),
      words: null
    }
    return appendTo(stream, { _tag: "request.made.v1", ...of, ...wish } as never)
  }
  const answer = () => {
    const { stream, ...of } = random.oneOf(made)
    const given = random.oneOf([
      { answer: "added", itemId: random.oneOf([null, ...videos]), reply: null },
      { answer: "declined", itemId: null, reply: "Not for sale." }
    ])
    return appendTo(stream, { _tag: "request.answered.v1", ...of, ...given } as never)
  }
  const withdraw = () => {
    const { stream, ...of } = random.oneOf(made)
    return appendTo(stream, { _tag: "request.withdrawn.v1", ...of, title: "Dunes" } as never)
  }
  return [make, () => (made.length === 0 ? make() : random.oneOf([answer, answer, withdraw])())]
}
