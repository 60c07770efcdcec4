import type { RoutePath } from '@contract/routes';

/** A kind of row that the search box finds by its title and keyword fields (`Entity.keyword`). */
export interface SearchKind {
  /** Name of the entity. Only people who may list it find its rows. */
  readonly entity: string;
  /**
   * Entity of which this kind is another view. People who may list that entity find the rows under that entity
   * instead.
   */
  readonly viewedEntity?: string;
  /** Label of the kind. It is repeated here because importing the entities would enlarge the first page load. */
  readonly label: string;
  /** Address of the list. */
  readonly page: RoutePath;
  /** Field shown beside the title. */
  readonly detailField: string;
  /** Field with the id of the row's project. The result opens in that project. */
  readonly project?: 'id' | 'project';
}

/** Kinds in display order (SPEC §4). */
export const searchKinds: readonly SearchKind[] = [
  { entity: 'project', label: '项目', page: '/project', detailField: 'projectName', project: 'id' },
  {
    entity: 'enterpriseProject',
    viewedEntity: 'project',
    label: '企业项目',
    page: '/enterprisesService/enterpriseProjects',
    detailField: 'projectName',
    project: 'id',
  },
  { entity: 'inspectUnit', label: '受检单位', page: '/inspectUnit', detailField: 'iuiCode' },
  { entity: 'customer', label: '客户', page: '/customer', detailField: 'contact' },
  { entity: 'report', label: '报告', page: '/reportPreviewNew', detailField: 'unitName', project: 'project' },
  { entity: 'historyReport', label: '历史报告', page: '/historyReport', detailField: 'conclusion' },
  { entity: 'sample', label: '样品', page: '/siteSample/sampleFlow', detailField: 'hazardName', project: 'project' },
  { entity: 'handOver', label: '样品流转单', page: '/siteSample/sampleFlow', detailField: 'place', project: 'project' },
  { entity: 'user', label: '用户', page: '/system/user', detailField: 'userName' },
  { entity: 'equipment', label: '仪器设备', page: '/resource/equipment', detailField: 'eqpName' },
  { entity: 'standard', label: '标准物质', page: '/resource/standards', detailField: 'standardName' },
  { entity: 'reagent', label: '试剂', page: '/resource/reagents', detailField: 'reagentName' },
  { entity: 'consumable', label: '耗材', page: '/resource/consumables', detailField: 'consumableName' },
];

export interface SearchResult {
  readonly entity: string;
  readonly id: number;
  readonly title: string;
  readonly detail: string | null;
  /** Id of the project where the result opens; null where it opens in its list. */
  readonly project: number | null;
}

/** Maximum number of results of each kind. */
export const maxFound = 5;

/** Returns whether a search text is long enough: two letters, or one Chinese character. */
export const isSearchable = (searchText: string): boolean =>
  [...searchText.trim()].length >= 2 || /\p{Script=Han}/u.test(searchText);
