import { shallowRef } from "vue"
import type { RouteLocationNormalized } from "vue-router"

/** The address to return to from server administration: the last page outside of it. */
export const lastPath = shallowRef("/")

export const rememberPath = ({ fullPath, meta, name }: RouteLocationNormalized): void => {
  if (meta.admin !== true && meta.bare !== true && name !== "browse") lastPath.value = fullPath
}
