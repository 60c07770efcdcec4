/** Returns the ids in the body of a queued deletion: from rows with versions, or from ids alone. */
export const deletedIds = (body: unknown): number[] =>
  Array.isArray(body)
    ? (body as readonly (number | { readonly id: number })[]).map((entry) =>
        typeof entry === 'number' ? entry : entry.id,
      )
    : [];
