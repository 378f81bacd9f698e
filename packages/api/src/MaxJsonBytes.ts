/** Maximum size of a JSON body in bytes. Larger bodies are rejected with 413. */
export const maxJsonBytes = 1_048_576
