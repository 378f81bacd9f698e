/** The files that a person chose with an input, which is emptied: choosing the same file again is a change, too. */
export const chosenFiles = ({ target }: Event): ReadonlyArray<File> => {
  const input = target as HTMLInputElement
  const files = [...(input.files ?? [])]
  input.value = ""
  return files
}
