import { directories, type RoutePath } from '@contract/routes';

type Directory = keyof typeof directories;

/** An entry of the sidebar: address, icon (a name of @ant-design/icons), children. */
export interface MenuItem {
  readonly path: RoutePath | Directory;
  readonly icon: string;
  /** Resource of its page, where it is not the last segment of the address. */
  readonly resource?: string;
  /** Further resources of its page; their permissions become its buttons. */
  readonly also?: readonly string[];
  /** The page shows current data and is reloaded at each visit. */
  readonly noCache?: true;
  readonly children?: readonly MenuItem[];
}

/**
 * The sidebar of a new installation, in the order of the work. By SPEC §2 /customer, /lab/laboratory and the like open
 * as a single index child; where the server makes an index child, the tree has a leaf at the root.
 */
export const menuTree: readonly MenuItem[] = [
  { path: '/customer', icon: 'SolutionOutlined', resource: 'customer' },
  { path: '/historyReport', icon: 'FilePdfOutlined', resource: 'historyReport' },
  { path: '/inspectUnit', icon: 'BankOutlined', resource: 'inspectUnit', also: ['unitContact'] },
  {
    path: '/project',
    icon: 'ProjectOutlined',
    resource: 'project',
    also: ['contractReview', 'broughtPaper', 'broughtSample', 'clientMatter', 'clientReply', 'exceedanceRemedy'],
  },
  {
    path: '/siteSample',
    icon: 'EnvironmentOutlined',
    children: [
      { path: '/siteSample/siteSurvey', icon: 'CompassOutlined', also: ['siteHazard', 'surveyFile'] },
      { path: '/siteSample/samplePlan', icon: 'ScheduleOutlined', also: ['sampleSiteHazard'] },
      { path: '/siteSample/eqpIn', icon: 'SwapOutlined', resource: 'equipmentUse' },
      {
        path: '/siteSample/liveSample',
        icon: 'AimOutlined',
        resource: 'sample',
        also: ['samplingDay', 'siteWeather', 'companion', 'siteMedia'],
      },
      {
        path: '/siteSample/projectAdjustment',
        icon: 'ControlOutlined',
        resource: 'blankRelation',
        also: ['sampleAdjustment'],
      },
      { path: '/siteSample/sampleFlow', icon: 'InteractionOutlined', resource: 'handOver', also: ['handOverLine'] },
    ],
  },
  { path: '/lab/incomingsample', icon: 'InboxOutlined', resource: 'incomingSample' },
  { path: '/lab/sampleDistribute', icon: 'ShareAltOutlined', resource: 'labTask' },
  {
    path: '/lab/laboratory',
    icon: 'ExperimentOutlined',
    resource: 'labSheet',
    also: [
      'record',
      'labSheetRow',
      'labCurve',
      'labCurvePoint',
      'labCheck',
      'labDetection',
      'labAttachment',
      'labPeak',
    ],
  },
  { path: '/lab/run', icon: 'SolutionOutlined', resource: 'labRun', also: ['labRunLine'] },
  { path: '/lab/nonconformity', icon: 'ExceptionOutlined' },
  { path: '/recordPage', icon: 'FileTextOutlined' },
  { path: '/recordPageNew', icon: 'FileTextOutlined' },
  { path: '/recordPageNewLyjc', icon: 'FileTextOutlined' },
  { path: '/projectAuditReview', icon: 'AuditOutlined', resource: 'approval', also: ['delegation'] },
  { path: '/reportPreview', icon: 'FilePdfOutlined', resource: 'report' },
  { path: '/reportPreviewNew', icon: 'FilePdfOutlined' },
  { path: '/qualityControl', icon: 'SafetyCertificateOutlined', also: ['archiveFile'] },
  { path: '/qualityControlNew', icon: 'SafetyCertificateOutlined' },
  { path: '/projectForms', icon: 'FileTextOutlined', resource: 'serviceForm' },
  { path: '/projectTime', icon: 'AuditOutlined', resource: 'timeFinding', noCache: true },
  { path: '/risk', icon: 'WarningOutlined' },
  {
    path: '/thirdParty',
    icon: 'TeamOutlined',
    children: [
      {
        path: '/thirdParty/quality',
        icon: 'SafetyOutlined',
        resource: 'outsideTask',
        also: ['outsideItem', 'outsideFinding'],
      },
      { path: '/thirdParty/finance', icon: 'WalletOutlined', resource: 'outsideFee', also: ['settlement'] },
      { path: '/thirdParty/points', icon: 'TrophyOutlined', resource: 'pointRule', also: ['pointEntry'] },
    ],
  },
  {
    path: '/enterprisesService',
    icon: 'ShopOutlined',
    children: [
      { path: '/enterprisesService/enterpriseProjects', icon: 'ProfileOutlined', resource: 'enterpriseProject' },
    ],
  },
  {
    path: '/dataGovernance',
    icon: 'ClusterOutlined',
    children: [
      { path: '/dataGovernance/occupationalHealthReport', icon: 'SendOutlined' },
      {
        path: '/dataGovernance/dataSynchronization',
        icon: 'CloudSyncOutlined',
        children: [
          {
            path: '/dataGovernance/dataSynchronization/differentPlatform',
            icon: 'CloudUploadOutlined',
            resource: 'push',
            also: ['connector'],
          },
        ],
      },
      {
        path: '/dataGovernance/zoningSupervision',
        icon: 'ApartmentOutlined',
        children: [{ path: '/dataGovernance/zoningSupervision/samePlatform', icon: 'CloudServerOutlined' }],
      },
      { path: '/dataGovernance/reportFormula', icon: 'GlobalOutlined', also: ['reportScene'] },
      {
        path: '/dataGovernance/enterpriseDeclaration',
        icon: 'FormOutlined',
        children: [
          {
            path: '/dataGovernance/enterpriseDeclaration/declarationShow',
            icon: 'FileDoneOutlined',
            resource: 'declaration',
            also: ['declarationRow'],
          },
        ],
      },
    ],
  },
  {
    path: '/resource',
    icon: 'ToolOutlined',
    children: [
      { path: '/resource/equipment', icon: 'DashboardOutlined' },
      { path: '/resource/places', icon: 'HomeOutlined', resource: 'place' },
      { path: '/resource/workLog', icon: 'ReadOutlined' },
      { path: '/resource/staffRecord', icon: 'TeamOutlined' },
      { path: '/resource/yearPlan', icon: 'ScheduleOutlined' },
      { path: '/resource/standards', icon: 'GoldOutlined', resource: 'standard' },
      { path: '/resource/reagents', icon: 'MedicineBoxOutlined', resource: 'reagent' },
      { path: '/resource/consumables', icon: 'ShoppingOutlined', resource: 'consumable' },
      { path: '/resource/vehicles', icon: 'CarOutlined', resource: 'vehiclePlan', also: ['vehicle'] },
    ],
  },
  {
    path: '/notify',
    icon: 'BellOutlined',
    children: [
      {
        path: '/notify/announcement',
        icon: 'NotificationOutlined',
        resource: 'announcement',
        also: ['announcementSend'],
      },
      { path: '/notify/myNews', icon: 'MessageOutlined' },
      { path: '/notify/industryNews', icon: 'ReadOutlined' },
    ],
  },
  {
    path: '/system',
    icon: 'SettingOutlined',
    children: [
      { path: '/system/user', icon: 'UserOutlined', also: ['methodAuthorisation', 'dutyAuthorisation'] },
      { path: '/system/role', icon: 'TeamOutlined' },
      { path: '/system/menu', icon: 'MenuOutlined' },
      { path: '/system/dict', icon: 'BookOutlined', also: ['dictDetail'] },
      { path: '/system/organization', icon: 'ClusterOutlined', also: ['brand'] },
      { path: '/system/hazard', icon: 'AlertOutlined', also: ['hazardLimit'] },
      { path: '/system/material', icon: 'GoldOutlined', also: ['materialComponent'] },
      { path: '/system/libraryUpdate', icon: 'CloudSyncOutlined', also: ['libraryUpdateRow'] },
      { path: '/system/accreditedItem', icon: 'SafetyCertificateOutlined' },
      { path: '/system/biologicalLimit', icon: 'HeartOutlined' },
      { path: '/system/hazardListing', icon: 'UnorderedListOutlined' },
      { path: '/system/industryRisk', icon: 'ApartmentOutlined' },
      { path: '/system/method', icon: 'ReadOutlined', resource: 'labMethod', also: ['labMethodItem'] },
      {
        path: '/system/dataModule',
        icon: 'SnippetsOutlined',
        children: [
          { path: '/system/dataModule/siteSurveyModule', icon: 'CopyOutlined', also: ['siteSurveyModuleRow'] },
          { path: '/system/dataModule/qsjcModule', icon: 'CopyOutlined', also: ['qsjcModuleRow'] },
          { path: '/system/dataModule/cyfaModule', icon: 'CopyOutlined', also: ['cyfaModuleRow'] },
          { path: '/system/dataModule/reportModule', icon: 'CopyOutlined', also: ['reportModuleRow'] },
        ],
      },
      { path: '/system/apk', icon: 'AndroidOutlined', resource: 'appPackage' },
      { path: '/system/log', icon: 'HistoryOutlined', resource: 'auditLog' },
      { path: '/system/export', icon: 'ExportOutlined', resource: 'exportRun', noCache: true },
      { path: '/system/job', icon: 'ScheduleOutlined', resource: 'jobRun', noCache: true },
      { path: '/system/online', icon: 'WifiOutlined', noCache: true },
      { path: '/system/maintenance', icon: 'ToolOutlined', noCache: true },
      { path: '/system/monitor', icon: 'DatabaseOutlined', noCache: true },
      { path: '/system/apidoc', icon: 'ApiOutlined' },
      { path: '/system/file', icon: 'FolderOpenOutlined' },
      { path: '/system/conformity', icon: 'SafetyCertificateOutlined', noCache: true },
    ],
  },
];
