// Made by `npm run generate`. Do not edit.
import { duplicateUndo } from "../app/duplicates/undo.ts"
import { ruleUndo } from "../app/rules/undo.ts"
import { viewUndo } from "../app/views/undo.ts"
import { groupUndo, itemUndo } from "../catalog/items/undo.ts"
import { collectionUndo } from "../catalog/membership/undo.ts"
import { relatedUndo } from "../catalog/related/undo.ts"
import { relationUndo } from "../catalog/relations/undo.ts"
import { userItemUndo } from "../catalog/user-items/undo.ts"
import { userRelatedUndo } from "../catalog/user-related/undo.ts"
import { libraryUndo } from "../library/libraries/undo.ts"
import { trashUndo } from "../library/trash/undo.ts"
import { mergeUndo, numbersUndo, renumberedUndo } from "../media/series/undo.ts"
import { settingsUndo } from "../platform/settings/undo.ts"
import { bookmarkUndo } from "../playback/bookmarks/undo.ts"
import { markerUndo } from "../playback/markers/undo.ts"
import { pictureUndo, rolePictureUndo } from "../playback/pictures/undo.ts"

/** How the events of each slice are undone. */
export const eventUndos = [
  ruleUndo,
  viewUndo,
  itemUndo,
  groupUndo,
  collectionUndo,
  relatedUndo,
  relationUndo,
  userItemUndo,
  userRelatedUndo,
  libraryUndo,
  numbersUndo,
  renumberedUndo,
  mergeUndo,
  settingsUndo,
  bookmarkUndo,
  markerUndo,
  pictureUndo,
  rolePictureUndo
] as const

/** Events that are undone by a command. */
export const commandUndos = [
  duplicateUndo,
  trashUndo
] as const
