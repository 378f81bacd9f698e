import { computed } from "vue"
import { useMe } from "@/features/accounts/queries"
import { allKinds } from "@/features/items/kinds/kinds"
import { useLibraries } from "@/features/libraries/queries"
import type { Destination } from "@/lib/destination"

const ofFeatures = Object.values(
  import.meta.glob<Destination>("../features/*/destination.ts", { eager: true, import: "destination" })
)
const FIRST_KIND = 100
const ofKinds = allKinds.filter(({ isNested }) => isNested !== true).map(({ contents, icon, key, kind, position, routes, words }) => ({
  contents,
  kind,
  destination: {
    ...{ name: routes.list, label: () => words.title, icon, key },
    ...{ section: "everyone" as const, position: FIRST_KIND + position }
  }
}))
const inOrder = (entries: ReadonlyArray<Destination>): ReadonlyArray<Destination> =>
  entries.toSorted((a, b) => a.position - b.position)
const of = (section: Destination["section"]): ReadonlyArray<Destination> =>
  ofFeatures.filter((entry) => entry.section === section)

/** The navigation entries this account may use. */
export const useDestinations = () => {
  const { isAdmin } = useMe()
  const { data: known, error, libraries } = useLibraries()
  const isKnown = computed(() => known.value !== undefined || Boolean(error.value))
  return {
    /** A kind is offered where a visible library holds it; videos always. */
    everyone: computed(() =>
      inOrder([
        // What stands below the kinds would be pushed down by them: it waits until they are known.
        ...of("everyone").filter(({ position }) => position < FIRST_KIND || isKnown.value),
        ...ofKinds
          .filter(
            ({ contents, kind }) =>
              kind === "video" || libraries.value.some((library) => library.contents.includes(contents))
          )
          .map(({ destination }) => destination)
      ])
    ),
    /** Stands below the kinds as well. */
    admin: computed(() => (isAdmin.value && isKnown.value ? inOrder(of("admin")) : []))
  }
}
