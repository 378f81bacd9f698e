import { Activity, FolderTree, House, SlidersHorizontal } from "@lucide/vue"
import { computed, type Component } from "vue"
import { useMe } from "@/features/accounts/queries"
import { allKinds } from "@/features/items/kinds"
import { useLibraries } from "@/features/libraries/queries"

export interface Destination {
  readonly name: string
  readonly label: string
  readonly icon: Component
  /** Second key after `g`. */
  readonly key: string
}

const home: Destination = { name: "home", label: "Home", icon: House, key: "h" }
const lists = allKinds.map(({ contents, icon, key, kind, routes, words }) => ({
  ...{ name: routes.list, label: words.title, icon, key },
  ...{ contents, kind }
}))
const administrators: ReadonlyArray<Destination> = [
  { name: "libraries", label: "Libraries", icon: FolderTree, key: "l" },
  { name: "operations", label: "Operations", icon: Activity, key: "o" },
  { name: "settings", label: "Settings", icon: SlidersHorizontal, key: "," }
]

/** The navigation entries this account may use. */
export const useDestinations = () => {
  const { isAdmin } = useMe()
  const { libraries } = useLibraries()
  return {
    /** A kind is offered where a visible library holds it; videos always. */
    everyone: computed((): ReadonlyArray<Destination> => [
      home,
      ...lists.filter(
        ({ contents, kind }) =>
          kind === "video" || libraries.value.some((library) => library.contents.includes(contents))
      )
    ]),
    admin: computed(() => (isAdmin.value ? administrators : []))
  }
}
