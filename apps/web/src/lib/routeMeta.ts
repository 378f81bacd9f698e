import "vue-router"

declare module "vue-router" {
  interface RouteMeta {
    /** Returns the title of the window in the current language. */
    readonly title: () => string
    /** The page is available without signing in. */
    readonly public?: true
    readonly admin?: true
    /** A page for administrators that is also available to members, with their own data. */
    readonly members?: true
    /** The page has no header or navigation. */
    readonly bare?: true
    /** The list page whose navigation entry is highlighted for this page too. */
    readonly section?: string
  }
}
