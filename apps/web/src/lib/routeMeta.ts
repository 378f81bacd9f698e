import "vue-router"

declare module "vue-router" {
  interface RouteMeta {
    /** The title of the window in the current language. */
    readonly title: () => string
    /** Available without signing in. */
    readonly public?: true
    readonly admin?: true
    /** A page for administrators that members see with their own data. */
    readonly members?: true
    /** Without header and navigation. */
    readonly bare?: true
    /** The list page whose navigation entry is highlighted for this page too. */
    readonly section?: string
  }
}
