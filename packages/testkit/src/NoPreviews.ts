/** Settings that turn off previews, which take a second of CPU time per video. */
export const noPreviews = { generate_trickplay: false, generate_preview_clips: false }
