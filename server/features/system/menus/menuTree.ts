import type { Row } from '@contract/entity';
import type { menu } from '@contract/features/system/entities/menu';

export type MenuRow = Row<typeof menu>;

/** A row with the fields that the tree table and the tree pickers need (BEHAVIOUR 1.6). */
export interface MenuDto extends MenuRow {
  label: string;
  subCount: number;
  hasChildren: boolean;
  leaf: boolean;
  children: MenuDto[] | null;
}

/** Tree of all menus (a few hundred), with access to children and ancestors. `rows` are in the order of the sidebar. */
export class MenuTree {
  private readonly byId: ReadonlyMap<number, MenuRow>;
  private readonly byParent = new Map<number | null, MenuRow[]>();

  constructor(readonly rows: readonly MenuRow[]) {
    this.byId = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) {
      const siblings = this.byParent.get(row.pid);
      if (siblings) siblings.push(row);
      else this.byParent.set(row.pid, [row]);
    }
  }

  get(id: number): MenuRow | undefined {
    return this.byId.get(id);
  }

  childrenOf(id: number | null): readonly MenuRow[] {
    return this.byParent.get(id) ?? [];
  }

  /** Returns the ids with all menus below them, each once. */
  withDescendants(ids: readonly number[]): number[] {
    const collectedIds = new Set<number>();
    const visit = (id: number): void => {
      if (collectedIds.has(id)) return;
      collectedIds.add(id);
      for (const child of this.childrenOf(id)) visit(child.id);
    };
    ids.forEach(visit);
    return [...collectedIds];
  }

  /** Returns the ids with all menus above them. */
  withAncestors(ids: Iterable<number>): Set<number> {
    const ancestorIds = new Set<number>();
    for (const id of ids) {
      for (
        let at = this.byId.get(id);
        at && !ancestorIds.has(at.id);
        at = at.pid === null ? undefined : this.byId.get(at.pid)
      )
        ancestorIds.add(at.id);
    }
    return ancestorIds;
  }

  dto(row: MenuRow, subCount = this.childrenOf(row.id).length): MenuDto {
    return { ...row, label: row.title, subCount, hasChildren: subCount > 0, leaf: subCount === 0, children: null };
  }

  nested(pid: number | null = null): MenuDto[] {
    return this.childrenOf(pid).map((row) => ({
      ...this.dto(row),
      children: this.childrenOf(row.id).length ? this.nested(row.id) : null,
    }));
  }

  /**
   * Returns the possible parents of these menus: the levels from the roots down to their siblings. The menus
   * themselves are left out, so that nobody chooses a menu as its own parent. Without ids, returns the roots.
   */
  superiors(ids: readonly number[]): MenuDto[] {
    const hidden = new Set(ids);
    const openedIds = this.withAncestors(ids.flatMap((id) => this.byId.get(id)?.pid ?? []));
    const level = (pid: number | null): MenuDto[] =>
      this.childrenOf(pid)
        .filter((row) => !hidden.has(row.id))
        .map((row) => {
          const shownCount = this.childrenOf(row.id).filter((child) => !hidden.has(child.id)).length;
          return { ...this.dto(row, shownCount), children: openedIds.has(row.id) && shownCount ? level(row.id) : null };
        });
    return level(null);
  }
}
