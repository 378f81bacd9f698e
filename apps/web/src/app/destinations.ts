import { useQuery } from "@pinia/colada"
import { computed } from "vue"
import { useMe } from "@/features/accounts/queries"
import { allKinds, contentKinds, type KindInfo } from "@/features/items/kinds/kinds"
import { useLibraries } from "@/features/libraries/queries"
import type { Destination } from "@/lib/destination"

const ofFeatures = Object.values(
  import.meta.glob<Destination>("../features/*/destination.ts", { eager: true, import: "destination" })
)
const FIRST_KIND = 100
const destinationOf = (
  { icon, key, position, words }: KindInfo,
  name: string,
  section: Destination["section"]
): Destination => ({ name, label: () => words.title, icon, key, section, position: FIRST_KIND + position })

/**
 * True for groups of videos, such as series. These kinds get their own navigation entry as soon as one such group
 * exists. Groups of other media are tabs.
 */
const hasEntry = ({ contents, isGroup }: KindInfo): boolean => isGroup === true && contents === "videos"
/**
 * Navigation entries, one for each type of library content. Groups of items, such as albums, are tabs of the entry's
 * page unless they have their own entry.
 */
const ofContents = contentKinds.map((kind) => ({
  contents: kind.contents,
  destination: {
    ...destinationOf(kind, kind.entry ?? kind.routes.list, "everyone"),
    covers: allKinds
      .filter((other) => other.contents === kind.contents && !hasEntry(other))
      .map(({ routes }) => routes.list)
  }
}))
const ofGroups = allKinds
  .filter(({ isGroup, isNested }) => isGroup === true && isNested !== true)
  .map((kind) => ({
    kind,
    destination: destinationOf(kind, kind.routes.list, hasEntry(kind) ? "everyone" : "tab")
  }))

const inOrder = (entries: ReadonlyArray<Destination>): ReadonlyArray<Destination> =>
  entries.toSorted((a, b) => a.position - b.position)
const of = (section: Destination["section"]): ReadonlyArray<Destination> =>
  ofFeatures.filter((entry) => entry.section === section)

/** Entries that are shown only if their page has content. */
const conditional = ofFeatures.filter(({ exists }) => exists !== undefined)
const namesThatExist = async (signal: AbortSignal): Promise<ReadonlyArray<string>> => {
  const found = await Promise.all(
    conditional.map(({ exists, name }) =>
      exists!(signal).then(
        (isThere) => (isThere ? [name] : []),
        () => []
      )
    )
  )
  return found.flat()
}

/**
 * Returns the navigation entries that this account may use. Checks which conditional entries have content only while
 * `mayAsk` returns true. The app shell delays this check until the first page has loaded.
 */
export const useDestinations = (mayAsk: () => boolean = () => true) => {
  const { isAdmin } = useMe()
  const { data: known, error, libraries } = useLibraries()
  const { data: existing } = useQuery({
    key: ["destinations"],
    query: ({ signal }) => namesThatExist(signal),
    enabled: () => conditional.length > 0 && known.value !== undefined && mayAsk()
  })
  // Entries below the kinds of media appear only after the kinds have loaded. Otherwise, the kinds would push these
  // entries down.
  const areKindsKnown = computed(() => Boolean(error.value) || known.value !== undefined)
  const isKnown = computed(
    () =>
      Boolean(error.value) ||
      (known.value !== undefined && (conditional.length === 0 || existing.value !== undefined))
  )
  const isShown = ({ exists, name }: Destination): boolean =>
    exists === undefined || (existing.value ?? []).includes(name)
  const held = (contents: KindInfo["contents"]): boolean =>
    libraries.value.some((library) => library.contents.includes(contents))

  /**
   * True if the entry for these contents is shown. Users without a visible library see "Videos", so that the navigation
   * is not empty. While the libraries are loading, no entry is shown, because other entries could push it down.
   */
  const isOffered = (contents: KindInfo["contents"]): boolean =>
    held(contents) || (contents === "videos" && areKindsKnown.value && libraries.value.length === 0)

  const everyone = computed(() =>
    inOrder([
      ...of("everyone")
        .filter((entry) => entry.position < FIRST_KIND || areKindsKnown.value)
        .filter(isShown)
        .filter(({ contents }) => contents === undefined || held(contents)),
      ...ofContents.filter(({ contents }) => isOffered(contents)).map(({ destination }) => destination),
      ...ofGroups
        .filter(
          ({ kind }) => hasEntry(kind) && libraries.value.some(({ counts }) => counts.byKind[kind.kind])
        )
        .map(({ destination }) => destination)
    ])
  )
  const admin = computed(() => (isAdmin.value ? inOrder(of("admin")) : []))
  return {
    /** The entries for all users. Server administration has its own navigation. */
    everyone,
    admin,
    /** True once the kinds of media are known and no more entries will appear. */
    isKnown,
    /** The entries for shortcuts and the command palette. They include pages that are tabs of another page. */
    all: computed(() => [
      ...everyone.value,
      ...inOrder([
        ...(isKnown.value ? of("tab").filter(isShown) : []),
        ...ofGroups
          .filter(({ kind }) => !hasEntry(kind) && held(kind.contents))
          .map(({ destination }) => destination)
      ]),
      ...admin.value
    ])
  }
}

/** True if a page belongs to this entry. The page is given as its section or its route name. */
export const isAt = ({ covers = [], name }: Destination, page: unknown): boolean =>
  typeof page === "string" && (page === name || covers.includes(page))
