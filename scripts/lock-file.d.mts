export interface LockEntry {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly os?: ReadonlyArray<string>
  readonly cpu?: ReadonlyArray<string>
  readonly optional?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>
}

export const platformOf: (
  name: string
) => Pick<LockEntry, "os" | "cpu"> & { readonly libc?: ReadonlyArray<string> }
export const missingOptional: (
  lock: Lock
) => ReadonlyArray<{ readonly name: string; readonly range: string; readonly of: string }>
export const completed: (before: Lock, after: Lock) => Lock
