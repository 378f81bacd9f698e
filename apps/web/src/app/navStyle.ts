export const navLinkClass =
  "flex h-9 items-center gap-3 rounded-md px-3 font-medium text-t2 transition-colors hover:bg-s2 hover:text-t1 focus-visible:-outline-offset-2 aria-[current=page]:bg-soft aria-[current=page]:text-t1 touch:min-h-11"
