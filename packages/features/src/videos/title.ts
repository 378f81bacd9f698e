/** A first title from a file name: without its extension, separators as spaces. */
export const titleOf = (fileName: string): string => {
  const stem = fileName.replace(/\.[^.]{1,5}$/, "")
  const spaced = stem.includes(" ") ? stem : stem.replace(/[._]+/g, " ")
  const title = spaced.replace(/\s+/g, " ").trim()
  return title === "" ? fileName : title.slice(0, 500)
}

/** What a list is sorted by: no leading article, no case, numbers in their order. */
export const sortTitleOf = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/^(the|a|an)\s+/, "")
    .replace(/\d+/g, (digits) => digits.padStart(8, "0"))
    .slice(0, 600)
