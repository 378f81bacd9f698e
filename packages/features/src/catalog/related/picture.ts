import type { EntityKind } from "../../EntityKind.ts"
import type { ItemKind } from "../../ItemKind.ts"

/** The field with an entity's picture. API requests cannot set it directly. */
export const pictureField = "picture"

/**
 * The stored picture of an entity. This is a type, because an interface is not assignable to `FieldValue`, which has an
 * index signature.
 */
export type StoredPicture = {
  /**
   * The id of the entity for which the picture was uploaded, and whose folder contains the file. After a merge, another
   * entity may use the picture.
   */
  readonly owner: string
  /** The version of the picture, which is also part of the original's file name. */
  readonly version: string
  readonly width: number
  readonly height: number
  readonly thumbHash: string
}

export const entityPaths: Readonly<Record<EntityKind, `/api/${string}`>> = {
  performer: "/api/performers",
  studio: "/api/studios",
  tag: "/api/tags",
  author: "/api/authors"
}

/**
 * The kinds of entities that show the picture of one of their items if they have no picture of their own, and the kind
 * of these items.
 */
export const pictureItems: { readonly [Kind in EntityKind]?: ItemKind } = { author: "book" }

/**
 * Returns SQL for an entity's picture as JSON, or null if it has no picture. `alias` is the alias of
 * `related_entities`.
 */
export const entityPictureExpression = (alias: string): string => {
  const stored = `${alias}.facts -> '${pictureField}'`
  const path = Object.entries(entityPaths).map(([kind, path]) => `when '${kind}' then '${path}/'`)
  return `case when ${alias}.facts ? '${pictureField}' then jsonb_build_object(
    'url', case ${alias}.kind ${path.join(" ")} end || ${alias}.id || '/thumbnail?v=' || (${stored} ->> 'version'),
    'version', ${stored} -> 'version', 'width', ${stored} -> 'width', 'height', ${stored} -> 'height',
    'thumbHash', ${stored} -> 'thumbHash') end`
}
