const discFolder = /^(?:cd|disc|disk|dvd|vinyl)[ _.-]*(\d{1,3})\s*(?:[-\u2013:([]|$)/iu

/** Discs of an album have folders of their own: `CD 2`, `disc-1`, `CD1 - The Early Years`. Undefined for other folders. */
export const discOfFolder = (name: string): number | undefined => {
  const digits = discFolder.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
