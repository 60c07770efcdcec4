import type { MenuNode } from '@contract/wire';

const page = (
  path: string,
  title: string,
  component: string,
  icon?: string,
  more: Partial<MenuNode['meta'] & object> = {},
): MenuNode => ({
  path,
  component,
  type: 1,
  meta: { title, icon, ...more },
});
const group = (path: string, title: string, icon: string, children: MenuNode[], component = 'Layout'): MenuNode => ({
  path,
  component,
  alwaysShow: true,
  redirect: 'noredirect',
  type: 0,
  meta: { title, icon },
  children,
});

/** Menus as the server builds them: three levels, long names, an external link. */
export const menus: MenuNode[] = [
  page('/dashboard', '首页', 'plain', 'DashboardOutlined', { affix: true }),
  page('/customer', '客户管理', 'list', 'SolutionOutlined'),
  page('/inspectUnit', '受检单位', 'list', 'BankOutlined'),
  page('/overlays', '弹窗', 'overlays', 'FormOutlined'),
  page('/fresh', '不缓存的页面', 'fresh', 'HistoryOutlined', { noCache: true }),
  page('/broken', '出错的页面', 'broken', 'WarningOutlined'),
  group('/siteSample', '现场管理', 'EnvironmentOutlined', [
    page('siteSurvey', '现场调查', 'list', 'CompassOutlined'),
    page('samplePlan', '采样方案', 'list', 'ScheduleOutlined'),
    page('liveSample', '现场采样', 'list', 'AimOutlined'),
  ]),
  group('/dataGovernance', '数据治理', 'ClusterOutlined', [
    page('occupationalHealthReport', '职业卫生报送', 'list', 'SendOutlined'),
    group(
      'dataSynchronization',
      '数据同步',
      'CloudSyncOutlined',
      [page('differentPlatform', '省级职业健康监督检测平台数据同步', 'list', 'CloudUploadOutlined')],
      'ParentView',
    ),
    group(
      'zoningSupervision',
      '区域监管',
      'ApartmentOutlined',
      [
        page('samePlatform', '区域平台同步', 'list', 'CloudServerOutlined'),
        page('overview', '分级分类监管一览', 'list'),
      ],
      'ParentView',
    ),
  ]),
  group('/resource', '资源管理', 'ToolOutlined', [
    page('reagents', '试剂', 'list', 'MedicineBoxOutlined'),
    page('vehicles', '用车计划', 'list', 'CarOutlined'),
  ]),
  { path: 'https://www.example.org/standards', type: 1, meta: { title: '国家标准全文公开系统', icon: 'BookOutlined' } },
  { path: '/firstTable', component: 'table', hidden: true, type: 1, meta: { title: '五千行之一' } },
  { path: '/secondTable', component: 'table', hidden: true, type: 1, meta: { title: '五千行之二' } },
  { path: '/hiddenPage', component: 'list', hidden: true, type: 1, meta: { title: '隐藏的页面' } },
  group('/system', '系统管理', 'SettingOutlined', [
    page('user', '用户管理', 'list', 'UserOutlined'),
    page('role', '角色管理', 'list', 'TeamOutlined'),
  ]),
];
