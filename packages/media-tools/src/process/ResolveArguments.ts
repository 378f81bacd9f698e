import { closeSync, constants, openSync } from "node:fs"
import { resolve } from "node:path"
import { exactString, type MediaPath } from "../MediaPath.ts"
import type { Argument } from "../MediaProcess.ts"

export interface ResolvedArguments {
  readonly argv: ReadonlyArray<string>
  /** Descriptors to pass on, the first as number `firstDescriptor`; close them after the start. */
  readonly descriptors: ReadonlyArray<number>
}

/** The arguments as words; undefined if a file among them has a non-text name. */
export const argumentWords = (args: ReadonlyArray<Argument>): ReadonlyArray<string> | undefined => {
  const words: Array<string> = []
  for (const argument of args) {
    const word = typeof argument === "string" ? argument : fileWord(argument.file)
    if (word === undefined) return undefined
    words.push(word)
  }
  return words
}

const fileWord = (file: MediaPath): string | undefined => {
  const name = exactString(file)
  return name === undefined ? undefined : `file:${resolve(name)}`
}

/**
 * argv can contain only text, so a name that is not UTF-8 is opened here and passed to the tool as `/proc/self/fd/N`,
 * which the tool reopens and seeks independently (checked with `-ss` on ffmpeg of 2018 and of 2023). Throws the errno
 * error of `open`.
 */
export const resolveArguments = (
  args: ReadonlyArray<Argument>,
  firstDescriptor: number
): ResolvedArguments => {
  const descriptors: Array<number> = []
  try {
    const argv = args.map((argument) => {
      if (typeof argument === "string") return argument
      const word = fileWord(argument.file)
      if (word !== undefined) return word
      descriptors.push(open(argument.file))
      const folder = process.platform === "linux" ? "/proc/self/fd" : "/dev/fd"
      return `file:${folder}/${firstDescriptor + descriptors.length - 1}`
    })
    return { argv, descriptors }
  } catch (cause) {
    closeAll(descriptors)
    throw cause
  }
}

export const closeAll = (descriptors: ReadonlyArray<number>): void => {
  for (const descriptor of descriptors) closeSync(descriptor)
}

// O_NONBLOCK: opening a FIFO must not hang the process.
const open = (path: MediaPath): number => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
