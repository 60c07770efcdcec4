import type { EntryColumn } from '@/grid/DataGrid';
import type { ListPage } from '@/listEditor';
import type { Entity } from '@contract/entity';

/** One kind of template: what it is, and the list that its rows are shown and edited in. */
export interface TemplateKind {
  readonly entity: Entity;
  /** Its `fixedQuery` is the template's; `can` counts while the version is a draft. */
  readonly rows: Omit<ListPage, 'fixedQuery'>;
  /** The columns of the sheet in which a draft is written. */
  readonly grid: readonly EntryColumn[];
}

/** SPEC §2: where a version opens. */
export const detailsPath = (entity: Pick<Entity, 'name'>): string => `/system/dataModule/${entity.name}/page/details`;
