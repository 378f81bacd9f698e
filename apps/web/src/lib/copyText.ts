/** Puts text on the clipboard. Pages served over plain HTTP do not have the clipboard API, hence the old way behind it. */
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
