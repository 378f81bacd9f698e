import { Activity, Film, FolderTree, House, SlidersHorizontal } from "@lucide/vue"
import { computed, type Component } from "vue"
import { useMe } from "@/features/accounts/queries"

export interface Destination {
  readonly name: string
  readonly label: string
  readonly icon: Component
  /** Second key after `g`. */
  readonly key: string
}

const everyone: ReadonlyArray<Destination> = [
  { name: "home", label: "Home", icon: House, key: "h" },
  { name: "videos", label: "Videos", icon: Film, key: "v" }
]
const administrators: ReadonlyArray<Destination> = [
  { name: "libraries", label: "Libraries", icon: FolderTree, key: "l" },
  { name: "operations", label: "Operations", icon: Activity, key: "o" },
  { name: "settings", label: "Settings", icon: SlidersHorizontal, key: "," }
]

/** The navigation entries this account may use. */
export const useDestinations = () => {
  const { isAdmin } = useMe()
  return {
    everyone: computed(() => everyone),
    admin: computed(() => (isAdmin.value ? administrators : []))
  }
}
