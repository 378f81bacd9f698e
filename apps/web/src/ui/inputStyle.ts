export const inputClass =
  "h-9 w-full min-w-0 rounded-md border border-control bg-bg px-3 text-sm text-t1 transition-colors hover:border-t2 aria-invalid:border-bad disabled:opacity-55 touch:min-h-11"
