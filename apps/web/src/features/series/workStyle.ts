/** CSS classes of a page's main button, which is almost white in the dark theme and almost black in the light theme. */
export const mainButton =
  "inline-flex min-h-11 items-center gap-2 rounded-full bg-t1 px-5 font-semibold text-bg transition-opacity hover:opacity-90 tnum"
/** CSS classes of the round buttons next to the main button. */
export const roundButton = "size-11! rounded-full! border-transparent! bg-s3/70! backdrop-blur hover:bg-s3!"
