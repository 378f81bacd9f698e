export interface TestRun {
  readonly project: string
  readonly name: string
  readonly args: ReadonlyArray<string>
}

export const baseOf: (args: ReadonlyArray<string>) => string | undefined
export const changesSince: (
  root: string,
  base: string
) => { readonly commit: string; readonly files: ReadonlyArray<string> }
export const affectedRuns: (changes: {
  readonly root: string
  readonly commit: string
  readonly files: ReadonlyArray<string>
  readonly projects: ReadonlyArray<string>
}) => ReadonlyArray<TestRun>
