/** Settings for tests that are about something else: previews of a video take a second of CPU. */
export const noPreviews = { generate_trickplay: false, generate_preview_clips: false }
