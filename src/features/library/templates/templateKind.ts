import type { EntryColumn } from '@/grid/DataGrid';
import type { ListPage } from '@/listEditor';
import type { Entity } from '@contract/entity';

/** A kind of template: its entity, and the list of its rows. */
export interface TemplateKind {
  readonly entity: Entity;
  /** List of the rows. `fixedQuery` is set to the template; it is editable while the version is a draft. */
  readonly rows: Omit<ListPage, 'fixedQuery'>;
  /** Columns of the sheet that edits a draft. */
  readonly grid: readonly EntryColumn[];
}

/** Returns the path of a version's page (SPEC §2). */
export const detailsPath = (entity: Pick<Entity, 'name'>): string => `/system/dataModule/${entity.name}/page/details`;
