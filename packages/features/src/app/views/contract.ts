import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { limits as queryLimits } from "@media/query/Tree"
import { Ok } from "@media/wire/Envelope"
import { Body, SafeText, ShownText } from "@media/wire/Query"
import { resource } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailConflict, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { readSortText } from "../../catalog/items/sortText.ts"

const word = (what: string) =>
  Schema.String.pipe(
    Schema.pattern(/^-?[A-Za-z][\w.-]{0,79}$/, { message: () => `must be the name of ${what}` })
  )
const Page = word("a page")
const Columns = Schema.NullOr(
  Schema.Array(word("a column")).pipe(Schema.maxItems(50, { message: () => "must have at most 50 columns" }))
)
const Layout = Schema.NullOr(word("a layout"))
/** The sort order of the list in the syntax of the parameter `sort`, such as `-added,title`. */
const Sort = Schema.NullOr(
  SafeText(400).pipe(
    Schema.filter((text) => readSortText(text) !== undefined, {
      message: () => "must be a sort order such as -added"
    })
  )
)
const Name = ShownText(200).pipe(
  Schema.filter((name) => name.trim() !== "", { message: () => "must not be empty" })
)
/** The query of the list as text. */
const Text = SafeText(queryLimits.text)

/** A saved list: its query, sort order and layout. */
export const View = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  /** The page of the web app that shows this list. */
  page: Schema.String,
  text: Schema.String,
  columns: Schema.NullOr(Schema.Array(Schema.String)),
  layout: Schema.NullOr(Schema.String),
  sort: Schema.NullOr(Schema.String),
  /** True if the navigation shows the view. A shared view is shown in the navigation of every account. */
  isPinned: Schema.Boolean,
  /** True if all accounts can see the view. */
  isShared: Schema.Boolean,
  /** True if the view belongs to the caller. All other views in responses are shared by administrators. */
  isOwn: Schema.Boolean,
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotations({ identifier: "View" })
export type View = typeof View.Type

const optional = {
  columns: Schema.optional(Columns),
  layout: Schema.optional(Layout),
  sort: Schema.optional(Sort),
  isPinned: Schema.optional(Schema.Boolean),
  /** True to share the view with all accounts. Only administrators may set this field. */
  isShared: Schema.optional(Schema.Boolean)
}
export const NewView = Body({ name: Name, page: Page, text: Text, ...optional })
export type NewView = typeof NewView.Type
export const ViewPatch = Body({
  name: Schema.optional(Name),
  page: Schema.optional(Page),
  text: Schema.optional(Text),
  ...optional
})
export type ViewPatch = typeof ViewPatch.Type

const views = resource({ name: "View", path: "/api/views", detail: View, summary: View })

/** Routes for the caller's own views and the views that administrators share. */
export class ViewsGroup extends HttpApiGroup.make("views")
  .add(
    HttpApiEndpoint.get("list", "/api/views")
      .setUrlParams(Schema.Struct({ page: Schema.optional(Page) }))
      .addSuccess(Ok("ViewsResponse", Schema.Array(View)))
  )
  .add(
    views.create
      .setPayload(NewView)
      // The response is 404 if the account was deleted in the meantime.
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailConflict)
  )
  .add(views.update.setPayload(ViewPatch).addError(FailAdminRequired).addError(FailConflict))
  .add(views.remove.addError(FailAdminRequired).addError(FailConflict))
  .middleware(RequireSession) {}
