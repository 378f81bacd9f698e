/**
 * Returns the files chosen with an input. Clears the input, so that choosing the same file again fires another event.
 */
export const chosenFiles = ({ target }: Event): ReadonlyArray<File> => {
  const input = target as HTMLInputElement
  const files = [...(input.files ?? [])]
  input.value = ""
  return files
}
