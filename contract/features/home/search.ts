import type { RoutePath } from '@contract/routes';

/** A kind of row that the search box finds, by its title and its keyword fields (`Entity.keyword`). */
export interface SearchKind {
  /** Who may list it may find it. */
  readonly entity: string;
  /** Whose rows they are, where the kind is another view of them. Who may list these finds them as themselves. */
  readonly of?: string;
  /** What one is called; the entities themselves would all come to the first page with it. */
  readonly label: string;
  /** The list that it stands in. */
  readonly page: RoutePath;
  /** What is told beside its title. */
  readonly beside: string;
  /** The field that says whose work it is: what is found opens at its project. */
  readonly project?: 'id' | 'project';
}

/** In the order in which they are shown (SPEC §4; issue “units, projects, samples, reports, people, lots”). */
export const searchKinds: readonly SearchKind[] = [
  { entity: 'project', label: '项目', page: '/project', beside: 'projectName', project: 'id' },
  {
    entity: 'enterpriseProject',
    of: 'project',
    label: '企业项目',
    page: '/enterprisesService/enterpriseProjects',
    beside: 'projectName',
    project: 'id',
  },
  { entity: 'inspectUnit', label: '受检单位', page: '/inspectUnit', beside: 'iuiCode' },
  { entity: 'customer', label: '客户', page: '/customer', beside: 'contact' },
  { entity: 'report', label: '报告', page: '/reportPreviewNew', beside: 'unitName', project: 'project' },
  { entity: 'sample', label: '样品', page: '/siteSample/sampleFlow', beside: 'hazardName', project: 'project' },
  { entity: 'handOver', label: '样品流转单', page: '/siteSample/sampleFlow', beside: 'place', project: 'project' },
  { entity: 'user', label: '用户', page: '/system/user', beside: 'userName' },
  { entity: 'equipment', label: '仪器设备', page: '/resource/equipment', beside: 'eqpName' },
  { entity: 'standard', label: '标准物质', page: '/resource/standards', beside: 'standardName' },
  { entity: 'reagent', label: '试剂', page: '/resource/reagents', beside: 'reagentName' },
  { entity: 'consumable', label: '耗材', page: '/resource/consumables', beside: 'consumableName' },
];

export interface Found {
  readonly entity: string;
  readonly id: number;
  readonly title: string;
  readonly beside: string | null;
  /** Id of the project that it opens at; null where it opens in its list. */
  readonly project: number | null;
}

/** Of each kind. */
export const mostFound = 5;

/** One letter finds everything and nothing; one Chinese character is a word. */
export const isSearchable = (typed: string): boolean => [...typed.trim()].length >= 2 || /\p{Script=Han}/u.test(typed);
