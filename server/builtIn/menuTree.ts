import { directories, type RoutePath } from '@contract/routes';

type DirectoryKey = keyof typeof directories;

/** An entry of the sidebar: address, icon (a name of @ant-design/icons), children. */
export interface MenuItem {
  readonly path: RoutePath | DirectoryKey;
  readonly icon: string;
  /** Whether the page is reloaded at each visit, because it shows current data. */
  readonly noCache?: true;
  readonly children?: readonly MenuItem[];
}

/**
 * The sidebar of a new installation, in the order of the work. By SPEC §2 addresses such as /customer and
 * /lab/laboratory open as a single index child. The server creates this child for a leaf at the root of the tree.
 */
export const menuTree: readonly MenuItem[] = [
  { path: '/customer', icon: 'SolutionOutlined' },
  { path: '/historyReport', icon: 'FilePdfOutlined' },
  { path: '/inspectUnit', icon: 'BankOutlined' },
  { path: '/project', icon: 'ProjectOutlined' },
  {
    path: '/siteSample',
    icon: 'EnvironmentOutlined',
    children: [
      { path: '/siteSample/siteSurvey', icon: 'CompassOutlined' },
      { path: '/siteSample/samplePlan', icon: 'ScheduleOutlined' },
      { path: '/siteSample/eqpIn', icon: 'SwapOutlined' },
      { path: '/siteSample/liveSample', icon: 'AimOutlined' },
      { path: '/siteSample/projectAdjustment', icon: 'ControlOutlined' },
      { path: '/siteSample/sampleFlow', icon: 'InteractionOutlined' },
    ],
  },
  { path: '/lab/incomingsample', icon: 'InboxOutlined' },
  { path: '/lab/sampleDistribute', icon: 'ShareAltOutlined' },
  { path: '/lab/laboratory', icon: 'ExperimentOutlined' },
  { path: '/lab/run', icon: 'SolutionOutlined' },
  { path: '/lab/blindSample', icon: 'SafetyCertificateOutlined' },
  { path: '/lab/nonconformity', icon: 'ExceptionOutlined' },
  { path: '/recordPage', icon: 'FileTextOutlined' },
  { path: '/recordPageNew', icon: 'FileTextOutlined' },
  { path: '/recordPageNewLyjc', icon: 'FileTextOutlined' },
  { path: '/projectAuditReview', icon: 'AuditOutlined' },
  { path: '/reportPreview', icon: 'FilePdfOutlined' },
  { path: '/reportPreviewNew', icon: 'FilePdfOutlined' },
  { path: '/reportHandOut', icon: 'SendOutlined' },
  { path: '/qualityControl', icon: 'SafetyCertificateOutlined' },
  { path: '/qualityControlNew', icon: 'SafetyCertificateOutlined' },
  { path: '/projectForms', icon: 'FileTextOutlined' },
  { path: '/projectTime', icon: 'AuditOutlined', noCache: true },
  { path: '/risk', icon: 'WarningOutlined' },
  {
    path: '/thirdParty',
    icon: 'TeamOutlined',
    children: [
      { path: '/thirdParty/quality', icon: 'SafetyOutlined' },
      { path: '/thirdParty/finance', icon: 'WalletOutlined' },
      { path: '/thirdParty/points', icon: 'TrophyOutlined' },
    ],
  },
  {
    path: '/enterprisesService',
    icon: 'ShopOutlined',
    children: [{ path: '/enterprisesService/enterpriseProjects', icon: 'ProfileOutlined' }],
  },
  {
    path: '/dataGovernance',
    icon: 'ClusterOutlined',
    children: [
      { path: '/dataGovernance/occupationalHealthReport', icon: 'SendOutlined' },
      {
        path: '/dataGovernance/dataSynchronization',
        icon: 'CloudSyncOutlined',
        children: [{ path: '/dataGovernance/dataSynchronization/differentPlatform', icon: 'CloudUploadOutlined' }],
      },
      {
        path: '/dataGovernance/zoningSupervision',
        icon: 'ApartmentOutlined',
        children: [{ path: '/dataGovernance/zoningSupervision/samePlatform', icon: 'CloudServerOutlined' }],
      },
      { path: '/dataGovernance/reportFormula', icon: 'GlobalOutlined' },
      {
        path: '/dataGovernance/enterpriseDeclaration',
        icon: 'FormOutlined',
        children: [{ path: '/dataGovernance/enterpriseDeclaration/declarationShow', icon: 'FileDoneOutlined' }],
      },
    ],
  },
  {
    path: '/resource',
    icon: 'ToolOutlined',
    children: [
      { path: '/resource/equipment', icon: 'DashboardOutlined' },
      { path: '/resource/places', icon: 'HomeOutlined' },
      { path: '/resource/workLog', icon: 'ReadOutlined' },
      { path: '/resource/staffRecord', icon: 'TeamOutlined' },
      { path: '/resource/yearPlan', icon: 'ScheduleOutlined' },
      { path: '/resource/standards', icon: 'GoldOutlined' },
      { path: '/resource/reagents', icon: 'MedicineBoxOutlined' },
      { path: '/resource/consumables', icon: 'ShoppingOutlined' },
      { path: '/resource/vehicles', icon: 'CarOutlined' },
    ],
  },
  {
    path: '/notify',
    icon: 'BellOutlined',
    children: [
      { path: '/notify/announcement', icon: 'NotificationOutlined' },
      { path: '/notify/myNews', icon: 'MessageOutlined' },
      { path: '/notify/industryNews', icon: 'ReadOutlined' },
    ],
  },
  {
    path: '/system',
    icon: 'SettingOutlined',
    children: [
      { path: '/system/user', icon: 'UserOutlined' },
      { path: '/system/role', icon: 'TeamOutlined' },
      { path: '/system/menu', icon: 'MenuOutlined' },
      { path: '/system/dict', icon: 'BookOutlined' },
      { path: '/system/organization', icon: 'ClusterOutlined' },
      { path: '/system/hazard', icon: 'AlertOutlined' },
      { path: '/system/material', icon: 'GoldOutlined' },
      { path: '/system/libraryUpdate', icon: 'CloudSyncOutlined' },
      { path: '/system/accreditedItem', icon: 'SafetyCertificateOutlined' },
      { path: '/system/certificate', icon: 'SafetyCertificateOutlined' },
      { path: '/system/biologicalLimit', icon: 'HeartOutlined' },
      { path: '/system/hazardListing', icon: 'UnorderedListOutlined' },
      { path: '/system/industryRisk', icon: 'ApartmentOutlined' },
      { path: '/system/method', icon: 'ReadOutlined' },
      {
        path: '/system/dataModule',
        icon: 'SnippetsOutlined',
        children: [
          { path: '/system/dataModule/siteSurveyModule', icon: 'CopyOutlined' },
          { path: '/system/dataModule/qsjcModule', icon: 'CopyOutlined' },
          { path: '/system/dataModule/cyfaModule', icon: 'CopyOutlined' },
          { path: '/system/dataModule/reportModule', icon: 'CopyOutlined' },
          { path: '/system/dataModule/paperLayout', icon: 'CopyOutlined' },
        ],
      },
      { path: '/system/apk', icon: 'AndroidOutlined' },
      { path: '/system/log', icon: 'HistoryOutlined' },
      { path: '/system/export', icon: 'ExportOutlined', noCache: true },
      { path: '/system/job', icon: 'ScheduleOutlined', noCache: true },
      { path: '/system/online', icon: 'WifiOutlined', noCache: true },
      { path: '/system/maintenance', icon: 'ToolOutlined', noCache: true },
      { path: '/system/monitor', icon: 'DatabaseOutlined', noCache: true },
      { path: '/system/apidoc', icon: 'ApiOutlined' },
      { path: '/system/file', icon: 'FolderOpenOutlined' },
      { path: '/system/conformity', icon: 'SafetyCertificateOutlined', noCache: true },
    ],
  },
];
