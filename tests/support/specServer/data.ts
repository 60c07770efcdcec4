// What the plain back end of specServer.ts holds: people, menus, rows, as SPEC §3 lists them.

export const account = { username: 'zhang', password: 'Any-back-end-1', code: 'k7d2', uuid: 'picture-1' } as const;
/** With a blank, which no subprotocol of a websocket may have. */
export const token = 'Bearer any.back.end';

/** SPEC §3, flat; the day is seconds. */
export const person = {
  id: 42,
  userName: 'zhang',
  expiryDate: 4102444800,
  organization: { organizationId: 9, logo: null, favicon: null },
  organizationId: 9,
  isAdmin: false,
  isQy: false,
  roles: ['staff'],
};

const button = (permission: string) => ({ name: permission, path: '', type: 2, permission });
const all = ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import', 'export'];
const every = (entity: string, ...more: string[]) => [...all, ...more].map((action) => button(`${entity}:${action}`));
const menu = (path: string, component: string, title: string, buttons: readonly ReturnType<typeof button>[]) => ({
  name: title,
  path,
  component,
  type: 1,
  hidden: false,
  meta: { title, noCache: false, affix: false, breadcrumb: true },
  children: buttons,
});

/** SPEC §3, menu items. */
export const menus = [
  menu('/inspectUnit', 'inspectUnit', '受检单位', every('inspectUnit')),
  menu('/customer', 'customer', '客户', every('customer')),
  {
    path: '/lab',
    component: 'Layout',
    type: 0,
    alwaysShow: true,
    meta: { title: '实验室管理' },
    children: [menu('sampleDistribute', 'lab/sampleDistribute', '样品分发', [button('labTask:distribute')])],
  },
  {
    path: '/siteSample',
    component: 'Layout',
    type: 0,
    alwaysShow: true,
    meta: { title: '现场管理' },
    children: [
      menu('projectAdjustment', 'siteSample/projectAdjustment', '项目调整', [
        button('blankRelation:relation'),
        button('blankRelation:cancelRelation'),
        button('sample:reset'),
      ]),
    ],
  },
];

export interface Row {
  id: number;
  [name: string]: unknown;
}

const written = { createTime: 1717200000, updateTime: null, createBy: 1, updateBy: null };

export interface Resource {
  readonly rows: Row[];
  /** Which of the two answers of SPEC §7 a list has. */
  readonly shape: 'content' | 'records';
  readonly method: 'GET' | 'POST';
  readonly pageParam: string;
  readonly firstPage: 0 | 1;
  readonly exportSuffix: string;
}

const plain = { shape: 'content', method: 'GET', pageParam: 'page', firstPage: 0, exportSuffix: 'export' } as const;

/** By their addresses. The customers' list is another one, asked for in another way. */
export const resources = (): Record<string, Resource> => ({
  'api/inspectUnit': {
    ...plain,
    rows: [
      { id: 1, unitName: '甲机械厂', iuiCode: '', contact: '周敏', status: '1', industry: 'C34', ...written },
      { id: 2, unitName: '乙化工厂', iuiCode: '', contact: '吴强', status: '1', industry: 'C26', ...written },
      { id: 3, unitName: '丙纺织厂', iuiCode: '', contact: '郑丽', status: '1', industry: 'C17', ...written },
    ],
  },
  'other/khlb': {
    ...plain,
    shape: 'records',
    method: 'POST',
    pageParam: 'current',
    firstPage: 1,
    exportSuffix: 'download',
    rows: Array.from({ length: 35 }, (_, index) => ({
      id: index + 1,
      customerName: `第${index + 1}客户`,
      level: 'A',
      ...written,
    })),
  },
  'api/project': {
    ...plain,
    shape: 'records',
    rows: [
      {
        id: 5,
        code: 'SJ-0005',
        projectName: '甲机械厂检测',
        belongInspect: 1,
        belongInspectName: '甲机械厂',
        stage: 'sampling',
        type: '1',
        ...written,
      },
    ],
  },
  'api/sample': {
    ...plain,
    shape: 'records',
    rows: [
      { id: 71, sampleNo: 'Y-01', sampleKind: 'sample', state: 'collected', hazardName: '苯', project: 5, ...written },
      { id: 72, sampleNo: 'K-01', sampleKind: 'blank', state: 'collected', hazardName: '苯', project: 5, ...written },
    ],
  },
  'api/blankRelation': { ...plain, rows: [] },
  'api/labTask': {
    ...plain,
    rows: [
      { id: 81, sample: 71, sampleNo: 'Y-01', sampleSiteHazardId: 61, hazardName: '苯', state: 'waiting', ...written },
      {
        id: 82,
        sample: 72,
        sampleNo: 'K-01',
        sampleSiteHazardId: null,
        hazardName: '苯',
        state: 'waiting',
        ...written,
      },
    ],
  },
  'api/user': { ...plain, rows: [{ id: 43, userName: 'li' }] },
});

/** SPEC §3, notices. */
export const notices = () => [
  {
    id: 301,
    titile: '系统维护通知',
    msgAbstract: '今晚维护',
    senderName: '管理员',
    msgContent: '<p>今晚十点维护。</p>',
    msgCategory: '1',
    priority: '1',
    sendTime: 1717200000,
    readFlag: '0',
    sendStatus: '1',
    updateBy: null as number | null,
  },
];

export const dictionaries: Readonly<Record<string, readonly { value: string; label: string }[]>> = {
  industry: [
    { value: 'C34', label: '通用设备制造业' },
    { value: 'C26', label: '化学原料制造业' },
    { value: 'C17', label: '纺织业' },
  ],
};
