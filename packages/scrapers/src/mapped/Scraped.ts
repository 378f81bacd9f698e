/** A result in the scraper format. `fields` is keyed by field name, and `relations` by relation. */
export interface Scraped {
  readonly fields: Readonly<Record<string, string>>
  readonly urls: ReadonlyArray<string>
  readonly relations: Readonly<Record<string, ReadonlyArray<Scraped>>>
}

export const isEmpty = ({ fields, relations, urls }: Scraped): boolean =>
  Object.keys(fields).length === 0 &&
  urls.length === 0 &&
  Object.values(relations).every((objects) => objects.length === 0)
