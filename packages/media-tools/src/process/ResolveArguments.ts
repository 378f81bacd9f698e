import { closeSync, constants, openSync } from "node:fs"
import { resolve } from "node:path"
import { exactString, type MediaPath } from "../MediaPath.ts"
import type { Argument } from "../MediaProcess.ts"

export interface ResolvedArguments {
  readonly argv: ReadonlyArray<string>
  /**
   * Descriptors for the tool. The first one gets the number `firstDescriptor`. The caller closes them after the start.
   */
  readonly descriptors: ReadonlyArray<number>
}

/** Returns the arguments as strings. Undefined if one of them is a file whose name is not UTF-8. */
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
 * Node can pass only text in argv, so this function opens each file whose name is not UTF-8. The tool gets
 * `/proc/self/fd/N` instead of the name. The tool can open this path again and seek independently (checked with `-ss`
 * on builds from 2018 and 2023). Throws the errno error of `open`.
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

// With O_NONBLOCK, opening a FIFO does not block the process.
const open = (path: MediaPath): number => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
