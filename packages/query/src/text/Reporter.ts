import { mostProblems, type Problem } from "./Problem.ts"
import type { TextSpan } from "./Value.ts"

/** Collects up to `mostProblems` problems. */
export class Reporter {
  readonly problems: Array<Problem> = []

  readonly report = (
    { from, to }: TextSpan,
    message: string,
    expected: ReadonlyArray<string> = [],
    suggestion?: string
  ): void =>
    this.add({
      message,
      position: from,
      length: to - from,
      expected,
      ...(suggestion === undefined ? {} : { suggestion })
    })

  readonly hint = ({ from, to }: TextSpan, message: string, suggestion?: string): void =>
    this.add({
      message,
      position: from,
      length: to - from,
      expected: [],
      isHint: true,
      ...(suggestion === undefined ? {} : { suggestion })
    })

  get isFull(): boolean {
    return this.problems.length >= mostProblems
  }

  private add(problem: Problem): void {
    if (!this.isFull) this.problems.push(problem)
  }
}
