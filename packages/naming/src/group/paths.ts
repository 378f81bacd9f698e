import { extensionOf } from "../videoExtensions.ts"

export const separator = (path: string): number => Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"))
export const folderOf = (path: string): string => path.slice(0, Math.max(0, separator(path)))
export const stemOf = (path: string): string => {
  const name = path.slice(separator(path) + 1)
  const extension = extensionOf(name)
  return extension === "" ? name : name.slice(0, -extension.length - 1)
}

export const gathered = <A>(all: Iterable<A>, keyOf: (one: A) => string): ReadonlyMap<string, Array<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}
