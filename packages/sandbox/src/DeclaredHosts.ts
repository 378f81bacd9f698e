/** Compares names only; `Tunnel` decides about addresses. `*.example.org` does not include `example.org` itself. */
export const isDeclared = (declared: ReadonlyArray<string>, host: string): boolean => {
  const name = host.toLowerCase()
  return declared.some((entry) => {
    const wanted = entry.toLowerCase()
    if (wanted === "*") return true
    return wanted.startsWith("*.") ? name.endsWith(wanted.slice(1)) : name === wanted
  })
}
