/**
 * Copies text to the clipboard. Returns true on success. Pages served over plain HTTP have no clipboard API, so there
 * the function uses the deprecated `copy` command.
 */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

const copyBySelection = (text: string): boolean => {
  const area = document.createElement("textarea")
  area.value = text
  area.className = "sr-only"
  document.body.append(area)
  area.select()
  const done = document.execCommand("copy")
  area.remove()
  return done
}
