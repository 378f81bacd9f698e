/** Returns the files chosen with an input, and clears it, so that choosing the same file again fires an event. */
export const chosenFiles = ({ target }: Event): ReadonlyArray<File> => {
  const input = target as HTMLInputElement
  const files = [...(input.files ?? [])]
  input.value = ""
  return files
}
