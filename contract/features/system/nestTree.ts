/** A node of a tree: id, parent id, children, optionally disabled (SPEC §3). */
export type TreeNode<T> = T & { children?: TreeNode<T>[]; disabled?: boolean };

interface TreeOptions<T> {
  /** Name of the field with the parent's id; by default `upId`. */
  readonly parent?: string;
  readonly disabled?: (row: T) => boolean;
}

/**
 * Converts flat rows to a tree and keeps their order; leaves have no `children`. A row whose parent is absent, or
 * that is its own ancestor, becomes a root, so that no row is lost.
 */
export function nestRows<T extends { readonly id: number | string }>(
  rows: readonly T[],
  { parent = 'upId', disabled }: TreeOptions<T> = {},
): TreeNode<T>[] {
  const parentOf = (row: T): unknown => (row as Record<string, unknown>)[parent];
  const nodes = new Map<unknown, TreeNode<T>>(
    rows.map((row) => [row.id, { ...row, ...(disabled?.(row) ? { disabled: true } : {}) }]),
  );
  const isBelowItself = (row: T): boolean => {
    const seenIds = new Set<unknown>();
    for (
      let ancestor = nodes.get(parentOf(row));
      ancestor && !seenIds.has(ancestor.id);
      ancestor = nodes.get(parentOf(ancestor))
    ) {
      if (ancestor.id === row.id) return true;
      seenIds.add(ancestor.id);
    }
    return false;
  };
  const roots: TreeNode<T>[] = [];
  for (const node of nodes.values()) {
    const parentNode = nodes.get(parentOf(node));
    if (parentNode && !isBelowItself(node)) (parentNode.children ??= []).push(node);
    else roots.push(node);
  }
  return roots;
}
