export interface MenuTreeNode {
  id: number;
  pid: number | null;
  title: string;
  type: number;
  permission: string | null;
  children?: MenuTreeNode[];
}

/** Ids of a node and all below it. */
export const withDescendants = (node: MenuTreeNode): number[] => [node.id, ...(node.children ?? []).flatMap(withDescendants)];

function walk(nodes: readonly MenuTreeNode[], visit: (node: MenuTreeNode) => void): void {
  for (const node of nodes) {
    visit(node);
    walk(node.children ?? [], visit);
  }
}

/**
 * What the tree shows for the ids that a role has: a node whose every descendant is held is checked, one with only some
 * is half-checked. The ancestors lost permissions by taking a half-checked parent for a whole one (BEHAVIOUR §5).
 */
export function checkStateOf(nodes: readonly MenuTreeNode[], held: ReadonlySet<number>): { checked: number[]; half: number[] } {
  const checked: number[] = [];
  const half: number[] = [];
  walk(nodes, (node) => {
    if (!held.has(node.id)) return;
    const all = withDescendants(node);
    (all.every((id) => held.has(id)) ? checked : half).push(node.id);
  });
  return { checked, half };
}

/** The whole set to save: what is checked, and the parents that lead to it. */
export function idsToSave(nodes: readonly MenuTreeNode[], checked: ReadonlySet<number>): number[] {
  const ids = new Set<number>();
  const visit = (node: MenuTreeNode): boolean => {
    const below = (node.children ?? []).map(visit).some(Boolean);
    const held = checked.has(node.id) || below;
    if (held) ids.add(node.id);
    return held;
  };
  nodes.forEach(visit);
  return [...ids];
}

export function matching(nodes: readonly MenuTreeNode[], text: string): number[] {
  const hits: number[] = [];
  if (text) walk(nodes, (node) => (node.title.includes(text) || node.permission?.includes(text)) && hits.push(node.id));
  return hits;
}
