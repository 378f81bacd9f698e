import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { Problem } from "./Definition.ts"
import type { Plain, YamlFile } from "@media/extensions/yaml/readYaml"

export type Path = ReadonlyArray<string>

/** Collects the problems of a file with their line numbers. */
export class Findings {
  readonly problems: Array<Problem> = []
  private readonly file: YamlFile

  constructor(file: YamlFile) {
    this.file = file
  }

  private add(path: ReadonlyArray<PropertyKey>, message: string, isFatal: boolean): string {
    const line = this.file.lineOf(path)
    const sentence = line === undefined ? message : `Line ${line}: ${message}`
    this.problems.push({ message: sentence, isFatal, ...(line === undefined ? {} : { line }) })
    return sentence
  }

  warn(path: Path, message: string): void {
    this.add(path, message, false)
  }

  /** Records a fatal problem, and returns its message for the affected actions. */
  refuse(path: ReadonlyArray<PropertyKey>, message: string): string {
    return this.add(path, message, true)
  }

  /** Warns about each key that the format does not define. */
  known(value: Plain, path: Path, keys: ReadonlySet<string>): void {
    if (typeof value !== "object" || Array.isArray(value)) return
    for (const key of Object.keys(value))
      if (!keys.has(key))
        this.warn([...path, key], `The key "${key.slice(0, 100)}" is unknown and was ignored.`)
  }

  /** Returns the decoded value, or a message that explains why its format is wrong. */
  decode<A, I>(schema: Schema.Schema<A, I>, value: Plain, path: Path): Either.Either<A, string> {
    return Either.mapLeft(Schema.decodeUnknownEither(schema)(value), (error) => {
      const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
      const at = [...path, ...(issue?.path ?? [])]
      return this.refuse(at, `The value of "${String(at.at(-1) ?? "")}" has the wrong format.`)
    })
  }
}
